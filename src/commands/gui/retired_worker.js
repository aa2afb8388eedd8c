// The service worker that `outflank gui` has in the place of the static page's one, which may have
// been kept at the same address and would go on answering with its own page. It takes itself and
// what was kept away, and lets the tabs load the page from here.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire() {
  const kept = (await caches.keys()).filter((key) => key.startsWith('outflank'));
  await Promise.all(kept.map((key) => caches.delete(key)));
  await self.registration.unregister();
  // A tab that was not answered by the old worker is right already. The page has read its fragment,
  // and an address that differs in that alone would load nothing.
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    await client.navigate(client.url.replace(/#.*/, ''));
  }
}

// Replaces the service worker of a static page that was served from the same address, because that
// worker would keep answering from its cache. Deletes the caches, unregisters, and reloads the tabs.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire() {
  const kept = (await caches.keys()).filter((key) => key.startsWith('outflank'));
  await Promise.all(kept.map((key) => caches.delete(key)));
  await self.registration.unregister();
  // Only tabs of the old worker need a reload. The page has already read the fragment. With it, the
  // browser would not load the page again.
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    await client.navigate(client.url.replace(/#.*/, ''));
  }
}

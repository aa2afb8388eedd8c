/**
 * The service worker of the static page. It caches the files of one version for offline use. It
 * also adds the isolation headers that shared memory requires, because some hosts cannot send them.
 * `scripts/web.sh` prepends VERSION and FILES.
 */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The prefix of this page's caches. Other folders of the host may have their own. */
const OURS = `outflank ${worker.registration.scope} `;
const CACHE = OURS + VERSION;

worker.addEventListener('install', (event) => {
  const add = async () => {
    const cache = await caches.open(CACHE);
    // Bypass the browser cache, which may hold files of another version.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
    await worker.skipWaiting();
  };
  event.waitUntil(add());
});

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((key) => key.startsWith(OURS) && key !== CACHE);
    await Promise.all(old.map((key) => caches.delete(key)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** Answers from the cache, or from the network. @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const key = url.pathname.endsWith('/') ? new URL('index.html', url) : url;
  const cache = await caches.open(CACHE);
  const response = (await cache.match(key, { ignoreSearch: true })) ?? (await fetch(request));
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

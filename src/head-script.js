// Inlined into every page and run before the first paint. Old syntax only, because it also warns outdated browsers.
// Marks signed-in shoppers, records input and taps until hydration, starts the app and retries a failed load.
((page) => {
  try {
    if (localStorage.token && localStorage.user) page.documentElement.dataset.session = 'member';
  } catch (_) {}
  const fields = new Map();
  let taps = [];
  const release = () => {
    for (const button of taps) button.removeAttribute('aria-busy');
  };
  const isCounter = ({ dataset }) => 'counts' in dataset;
  const keepTap = (event) => {
    const tapped = event.target.closest('#root button');
    if (!tapped || tapped.disabled) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    release();
    // Every tap on a counter counts; of other taps only the last one.
    if (!isCounter(tapped)) taps = taps.filter(isCounter);
    taps.push(tapped);
    tapped.setAttribute('aria-busy', 'true');
  };
  const keepField = ({ target }) => fields.set(target, target.value);
  page.addEventListener('click', keepTap, true);
  page.addEventListener('input', keepField, true);
  window.recording = () => {
    page.removeEventListener('click', keepTap, true);
    page.removeEventListener('input', keepField, true);
    removeEventListener('error', handleError, true);
    clearTimeout(slow);
    clearTimeout(retry);
    show('still-loading', false);
    release();
    return { fields, taps };
  };

  // Chromium's install offer comes once, perhaps before the app runs; install-offer.ts reads it from here.
  window.onbeforeinstallprompt = (event) => {
    event.preventDefault();
    window.installOffer = event;
  };

  const starters = ['load', 'pointerdown', 'keydown'];
  const start = () => {
    clearTimeout(timer);
    for (const name of starters) removeEventListener(name, start);
    const list = page.getElementById('app-files');
    if (!list) return;
    const [entry, ...files] = JSON.parse(list.textContent);
    list.remove();
    for (const file of files) add('link', { rel: 'modulepreload', href: file });
    add('script', { type: 'module', src: entry });
  };
  const add = (tag, attributes) =>
    page.head.append(Object.assign(page.createElement(tag), { crossOrigin: '' }, attributes));
  // An image that never finishes must not block the app. With a worker the app is on the phone already.
  const timer = setTimeout(
    start,
    'serviceWorker' in navigator && navigator.serviceWorker.controller ? 2000 : 6000,
  );
  for (const name of starters) addEventListener(name, start);

  // The messages are part of index.html and overlay the page.
  const show = (id, isShown) => {
    const note = page.getElementById(id);
    if (note) note.hidden = !isShown;
    else page.addEventListener('DOMContentLoaded', () => show(id, isShown));
  };
  let retry;
  let pauseMs = 1000;
  const waitAndTry = () => {
    clearTimeout(retry);
    pauseMs = Math.min(pauseMs * 2, 30000);
    retry = setTimeout(tryAgain, pauseMs);
  };
  // Browsers do not request a failed module again, so the files are fetched here, and then the page reloads.
  const tryAgain = async (isWanted) => {
    clearTimeout(retry);
    // A file that neither loads nor fails.
    retry = setTimeout(tryAgain, 60000);
    const tapped = page.querySelector('#still-loading button');
    tapped.setAttribute('aria-busy', 'true');
    try {
      const files = page.querySelectorAll('script[type=module],link[rel=modulepreload]');
      await Promise.all([...files].map(fetchFile));
      if (isWanted === true || takeReload()) location.reload();
    } catch (_) {}
    tapped.setAttribute('aria-busy', 'false');
    waitAndTry();
  };
  const fetchFile = async ({ src, href }) => {
    const answer = await fetch(src || href);
    // 404: a file of an old release, which the reloaded page does not name.
    if (!answer.ok && answer.status !== 404) throw answer;
    await answer.blob();
  };
  // Like preload-errors.ts: prevents a reload loop when the files load but the app does not start.
  const takeReload = () => {
    const ageMs = Date.now() - Number(sessionStorage.chunkReloadedAt || 0);
    if (ageMs >= 0 && ageMs < 60000) return false;
    sessionStorage.chunkReloadedAt = Date.now();
    return true;
  };
  // The newest function that all supported browsers (2020) have.
  if (!''.replaceAll) show('too-old', true);
  const handleError = ({ target, error }) => {
    if (error instanceof SyntaxError) show('too-old', true);
    if (target.type !== 'module') return;
    // The reload would lose a recorded tap, so recording stops.
    page.removeEventListener('click', keepTap, true);
    release();
    show('still-loading', true);
    addEventListener('online', tryAgain);
    // One failed file also fails its importers; this counts them as one failure.
    if (!retry) waitAndTry();
  };
  addEventListener('error', handleError, true);
  page.addEventListener('click', ({ target }) => {
    if (target.closest('#still-loading button')) tryAgain(true);
  });
  const slow = setTimeout(() => show('still-loading', true), 30000);
})(document);

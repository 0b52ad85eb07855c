// Runs before the first paint, inlined into the page. Plain and small: it is in every document. Its words are older
// than the app's, for a browser that is too old for the app is told so from here.
// It says whether somebody is signed in (the server cannot know). Until the app listens it keeps what is typed and
// chosen, each tap on a counter and the last one on another button; the app does it all again, once. On a rendered
// page it also starts the app: after the pictures in view, which it would compete with for a slow line, or at the
// first touch. An app that does not come is told, and fetched again.
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
    // Each tap on a counter counts, of the others the last one.
    if (!isCounter(tapped)) taps = taps.filter(isCounter);
    taps.push(tapped);
    tapped.setAttribute('aria-busy', 'true');
  };
  const keepField = ({ target }) => fields.set(target, target.value);
  page.addEventListener('click', keepTap, true);
  page.addEventListener('input', keepField, true);
  window.earlyActs = () => {
    page.removeEventListener('click', keepTap, true);
    page.removeEventListener('input', keepField, true);
    removeEventListener('error', handleError, true);
    clearTimeout(slow);
    clearTimeout(retry);
    show('still-loading', false);
    release();
    return { fields, taps };
  };

  // Chromium's offer to install the shop comes once, perhaps before the app: install-offer.ts takes it from here.
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
  // A picture that never ends must not keep the app from starting; where a worker is, the app lies on the phone.
  const timer = setTimeout(
    start,
    'serviceWorker' in navigator && navigator.serviceWorker.controller ? 2000 : 6000,
  );
  for (const name of starters) addEventListener(name, start);

  // The notes stand in index.html, over whatever the page shows meanwhile.
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
  // A browser does not ask again for a module that failed, not even under another address of what imports it. So the
  // files are fetched until all of them have come, and then the page is loaded anew.
  const tryAgain = async (isWanted) => {
    clearTimeout(retry);
    // A file that neither comes nor fails.
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
    // What a release took away the page of the new one does not name.
    if (!answer.ok && answer.status !== 404) throw answer;
    await answer.blob();
  };
  // As reload-pause.ts: no circle, should the files come and the app not.
  const takeReload = () => {
    const ageMs = Date.now() - Number(sessionStorage.chunkReloadedAt || 0);
    if (ageMs >= 0 && ageMs < 60000) return false;
    sessionStorage.chunkReloadedAt = Date.now();
    return true;
  };
  // The youngest word that the floor's browsers of 2020 have in common.
  if (!''.replaceAll) show('too-old', true);
  const handleError = ({ target, error }) => {
    if (error instanceof SyntaxError) show('too-old', true);
    if (target.type !== 'module') return;
    // The reload would lose a tap: none is promised any longer.
    page.removeEventListener('click', keepTap, true);
    release();
    show('still-loading', true);
    addEventListener('online', tryAgain);
    // A file that does not come fails those that import it too: one failure, one pause.
    if (!retry) waitAndTry();
  };
  addEventListener('error', handleError, true);
  page.addEventListener('click', ({ target }) => {
    if (target.closest('#still-loading button')) tryAgain(true);
  });
  const slow = setTimeout(() => show('still-loading', true), 30000);
})(document);

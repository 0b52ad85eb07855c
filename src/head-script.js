// Runs before the first paint, inlined into the page. Plain and small: it is in every document.
// It says whether somebody is signed in (the server cannot know). Until the app listens it keeps what is typed and
// chosen, and the last tap on a button; the app does both again, once. On a rendered page it also starts the app:
// after the pictures in view, which it would compete with for a slow line, or at the first touch.
((page) => {
  try {
    if (localStorage.token && localStorage.user) page.documentElement.dataset.session = 'member';
  } catch {}
  const fields = new Map();
  let button = null;
  const keepTap = (event) => {
    const tapped = event.target.closest?.('#root button');
    if (!tapped || tapped.disabled) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    button?.removeAttribute('aria-busy');
    button = tapped;
    button.setAttribute('aria-busy', 'true');
  };
  const keepField = ({ target }) => fields.set(target, target.value);
  page.addEventListener('click', keepTap, true);
  page.addEventListener('input', keepField, true);
  globalThis.earlyActs = () => {
    page.removeEventListener('click', keepTap, true);
    page.removeEventListener('input', keepField, true);
    button?.removeAttribute('aria-busy');
    return { fields, button };
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
    page.head.append(Object.assign(page.createElement(tag), { crossOrigin: '', ...attributes }));
  // A picture that never ends must not keep the app from starting.
  const timer = setTimeout(start, 6000);
  for (const name of starters) addEventListener(name, start);
})(document);

/** This invisible character marks a text as translated. Playwright's locators ignore it. */
export const TRANSLATED_TEXT_MARK = '\u200b';

/**
 * Simulates a browser's page translator: it replaces each text node by `<font><font>text</font></font>`, at once and
 * after every change. Texts keep their words and get the mark at the end. It runs inside a page, so it imports nothing.
 */
export function simulateBrowserTranslator(mark: string): void {
  const own = new WeakSet<Node>();
  const translate = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || own.has(text) || text.data.trim() === '') return;
    if (parent.closest('script, style, noscript, textarea, [translate="no"], .notranslate')) return;
    const words = document.createTextNode(text.data + mark);
    own.add(words);
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(words);
    outer.append(inner);
    parent.replaceChild(outer, text);
  };
  const translateAll = (node: Node) => {
    if (node instanceof Text) translate(node);
    else for (const child of [...node.childNodes]) translateAll(child);
  };
  const start = () => {
    document.documentElement.classList.add('translated-ltr');
    translateAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') {
          own.delete(target);
          translateAll(target);
        }
        addedNodes.forEach(translateAll);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  if (document.body) start();
  else addEventListener('DOMContentLoaded', start);
}

import { useSyncExternalStore } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { simulateBrowserTranslator, TRANSLATED_TEXT_MARK } from '../../../tests/support/translator.ts';
import { hydrateApp } from './hydrate-app.ts';

const PARTS = ['header', 'banner', 'search', 'deals', 'footer'];
const neverChanges = () => () => {};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a page is taken over in slices, between which the browser has its turn', async () => {
  // React divides its work by itself, as in a real page. With this clock each part of the page takes time.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  let turn = 0;
  const drawnIn = new Set<number>();
  function Part() {
    nowMs += 10;
    drawnIn.add(turn);
    const isOurs = useSyncExternalStore(
      neverChanges,
      () => true,
      () => false,
    );
    return <p>{isOurs ? 'ours' : 'the server’s'}</p>;
  }
  const page = PARTS.map((name) => <Part key={name} />);
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);

  drawnIn.clear();
  hydrateApp(root, page);
  while (root.textContent !== 'ours'.repeat(PARTS.length)) {
    await new Promise(setImmediate);
    turn += 1;
  }
  expect(drawnIn.size).toBeGreaterThanOrEqual(PARTS.length);
});

test('a page that differs from the server’s otherwise is complained about', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const complain = vi.fn();
  vi.stubGlobal('reportError', complain);
  const root = document.createElement('div');
  root.innerHTML = renderToString(<p>deals</p>);
  hydrateApp(root, <p>groups</p>);
  await vi.waitFor(() => expect(complain).toHaveBeenCalledOnce());
});

test('a page that the browser has translated already is drawn again, and nothing is complained about', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const complain = vi.fn();
  vi.stubGlobal('reportError', complain);
  const page = (
    <p>
      Deals of <b>all</b>
    </p>
  );
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(page);
  simulateBrowserTranslator(TRANSLATED_TEXT_MARK);
  const translated = root.innerHTML;

  hydrateApp(root, page);
  const old = root.firstElementChild;
  await vi.waitFor(() => expect(root.firstElementChild).not.toBe(old));
  await vi.waitFor(() => expect(root.innerHTML).toBe(translated));
  expect(complain).not.toHaveBeenCalled();
});

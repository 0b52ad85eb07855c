import { useSyncExternalStore } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { takeOver } from './take-over.ts';

const PARTS = ['header', 'banner', 'search', 'deals', 'footer'];
const neverChanges = () => () => {};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a page is taken over in slices, between which the browser has its turn', async () => {
  // As in the page: React divides its work by itself. By this clock each part of the page takes its time.
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
  takeOver(root, page);
  while (root.textContent !== 'ours'.repeat(PARTS.length)) {
    await new Promise(setImmediate);
    turn += 1;
  }
  expect(drawnIn.size).toBeGreaterThanOrEqual(PARTS.length);
});

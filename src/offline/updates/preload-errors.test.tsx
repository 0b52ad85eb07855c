import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionMonitor } from '../connection/connection.ts';
import { reloadOnChunkLoadError } from './preload-errors.ts';
import { createReloadBlockers } from './reload-blockers.ts';

const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
const ask = vi.fn();

const busy = createReloadBlockers();
reloadOnChunkLoadError(new ConnectionMonitor(), busy);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sessionStorage.clear();
  onlineManager.setOnline(true);
  ask.mockReset().mockResolvedValue({ ok: true, text: async () => 'pong\n' });
  vi.stubGlobal('fetch', ask);
  reload.mockClear();
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Simulates a chunk that could not be loaded. Resolves when the page has reacted. */
async function missChunk(): Promise<void> {
  dispatchEvent(new Event('vite:preloadError'));
  // Everything that the page waits for is there, so it has reacted before the next turn.
  await new Promise((resolve) => setTimeout(resolve));
}

test('a chunk that a release took away costs one reload, and another one a minute later', async () => {
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 59_000);
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 1_000);
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('several chunks at once cost one', async () => {
  for (let n = 0; n < 3; n += 1) dispatchEvent(new Event('vite:preloadError'));
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('offline nothing is asked and nothing reloaded', async () => {
  onlineManager.setOnline(false);
  await missChunk();
  expect(ask).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

test('a line that is gone unnoticed is noticed, and the page kept', async () => {
  ask.mockRejectedValue(new TypeError('no line'));
  await missChunk();
  expect(onlineManager.isOnline()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('a busy page is kept, and its reload is not used up', async () => {
  const save = busy.holdReload();
  await missChunk();
  expect(reload).not.toHaveBeenCalled();
  save();
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a phone that remembers nothing is not reloaded: nothing would end the circle', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  await missChunk();
  expect(ask).toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

test('a clock that was put back does not keep the page from its reload for ever', async () => {
  sessionStorage.setItem('chunkReloadedAt', String(Date.now() + 3_600_000));
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

import { afterEach, expect, test } from 'vitest';
import { walletQuery } from '../../features/wallet/wallet-queries.ts';
import { QUERY_POLL_INTERVAL_MS } from '../query/cache-times.ts';
import { isConnectionMeteredOrSlow } from './metered-connection.ts';

function say(connection: object | undefined): void {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}
afterEach(() => say(undefined));

test.each([
  [undefined, 30_000, true],
  [{ saveData: false, effectiveType: '4g' }, 30_000, true],
  [{ saveData: true, effectiveType: '4g' }, 60_000, false],
])('with %j lists are asked anew every %d ms, and the hidden wallet: %s', (hint, pauseMs, isPolledHidden) => {
  say(hint);
  expect(QUERY_POLL_INTERVAL_MS.lists()).toBe(pauseMs);
  expect(walletQuery('ada').refetchIntervalInBackground).toBe(isPolledHidden);
});

test.each([
  [undefined, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '4g', saveData: true }, true],
])('with %j optional bytes are skipped: %s', (hint, isSlow) => {
  say(hint);
  expect(isConnectionMeteredOrSlow()).toBe(isSlow);
});

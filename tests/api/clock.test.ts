import { afterEach, expect, test, vi } from 'vitest';
import { openShopClock } from '../../server/lib/clock.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const shop = openFixtureForFile(createTestDatabase);
const HOUR_MS = 3_600_000;

afterEach(() => vi.useRealTimers());

test.each([
  ['an hour behind', -HOUR_MS],
  ['an hour ahead', HOUR_MS],
])('a machine whose clock is %s goes by the clock of the database', async (_, skewMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skewMs });
  const clock = await openShopClock(shop.db);
  const [row] = await shop.db.query<{ nowMs: number }>(
    'SELECT (extract(epoch FROM app_now()) * 1000)::float8 AS "nowMs"',
  );
  expect(Math.abs(clock.now().getTime() - (row?.nowMs ?? 0))).toBeLessThan(HOUR_MS / 2);
  clock.close();
});

test('a machine whose clock leaps while it serves goes on with the clock of the database at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const clock = await openShopClock(shop.db);
  const before = clock.realNow().getTime();
  for (const leapMs of [HOUR_MS, -2 * HOUR_MS]) {
    vi.setSystemTime(Date.now() + leapMs);
    expect(Math.abs(clock.realNow().getTime() - before)).toBeLessThan(HOUR_MS / 2);
    expect(Math.abs(clock.now().getTime() - before)).toBeLessThan(HOUR_MS / 2);
  }
  clock.close();
});

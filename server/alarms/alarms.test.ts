import { expect, test, vi } from 'vitest';
import { createAlarmService } from './alarms.ts';

test.each([
  ['57P03', 0],
  ['23505', 1],
])('an alarm that cannot end for the error %s writes %i warnings', async (code, warnings) => {
  const log = { warn: vi.fn(), error: vi.fn() };
  const query = vi.fn(() => Promise.reject(Object.assign(new Error('refused'), { code })));
  createAlarmService({ query } as never, log as never).end('database_away');
  await vi.waitFor(() => expect(query).toHaveBeenCalled());
  await new Promise(setImmediate);
  expect(log.warn).toHaveBeenCalledTimes(warnings);
});

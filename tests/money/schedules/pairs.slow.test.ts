import { expect, it } from 'vitest';
import { ALL_PAIRS, PAIRS_THAT_MATTER } from './contests.ts';
import { explore } from './explore.ts';

/** The most schedules that are played for one pair. The test prints how many pairs have more. */
const MOST = Number(process.env.SCHEDULES ?? 300);

it.each([
  ['that matter, with two preemptions', PAIRS_THAT_MATTER, 2],
  ['of one scene, with one preemption', ALL_PAIRS, 1],
] as const)(
  'all pairs %s end as one operation after the other',
  async (_, pairs, bound) => {
    const { schedules, failures, unfinished } = await explore(pairs, { bound, most: MOST });
    console.log(`${schedules} schedules of ${pairs.length} pairs, ${unfinished} not to the end`);
    expect(failures).toEqual([]);
    expect(schedules).toBeGreaterThan(3 * pairs.length);
  },
  7_200_000,
);

import type { Crowd } from './crowd.ts';
import { DONE, type Step } from './step.ts';

const JUMPS = ['1m', '3m', '12m', '31m', '45m', '3h', '7h', '25h', '49h'];

/** Jobs that only check or alert; the run checks the invariants itself. */
const NOT_DRAWN = ['invariants', 'outbox-lag'];
const OFTEN = ['outbox', 'provider-events', 'poll-payments', 'referral', 'refund-groups'];

/** The steps of the shop's own jobs and of its clock. */
export const timeSteps: readonly Step[] = [
  {
    name: 'a job',
    weight: 70,
    async run(crowd, dice) {
      const jobs = crowd.shop.jobNames.filter((name) => !NOT_DRAWN.includes(name));
      return (await runJob(crowd, dice.pick(dice.oneIn(3) ? jobs : OFTEN))) ? DONE : null;
    },
  },
  {
    name: 'time passes',
    weight: 7,
    async run(crowd, dice) {
      const answer = await crowd.shop.ops('clock', 'advance', dice.pick(JUMPS));
      await crowd.shop.refreshClock();
      return answer;
    },
  },
];

const running = new Set<string>();

/** Runs a job unless it is running, as the shop's own runner does. @returns false when it was running. */
export async function runJob(crowd: Crowd, name: string): Promise<boolean> {
  if (running.has(name)) return false;
  running.add(name);
  try {
    await crowd.shop.runJob(name);
  } finally {
    running.delete(name);
  }
  return true;
}

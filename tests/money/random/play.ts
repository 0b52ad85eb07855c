import { setTimeout as pause } from 'node:timers/promises';
import { getSqlState } from '../../../server/db/connection/retry-conflicts.ts';
import { checkInvariants } from '../../../server/features/invariants/invariants.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { cardSteps } from './card-steps.ts';
import type { Crowd } from './crowd.ts';
import { type Dice, rollDice } from './dice.ts';
import { operatorSteps } from './operator-steps.ts';
import { innerErrors, isMistake, isPassing } from './patience.ts';
import { shopperSteps } from './shopper-steps.ts';
import { refuseMistake, type Step } from './step.ts';
import { storySteps } from './story-steps.ts';
import { timeSteps } from './time-steps.ts';

const STEPS: readonly Step[] = [...shopperSteps, ...cardSteps, ...operatorSteps, ...timeSteps, ...storySteps];

/** How often each step was done, was refused or failed, by its name. */
export type Tally = Record<string, { done: number; refused: number; failed: number }>;

export interface Progress {
  operations: number;
  tally: Tally;
  /** The messages of failed steps, and how often each came. */
  failures: Record<string, number>;
}

/**
 * Plays steps in several lanes at once.
 *
 * @param until the number of operations at which the stretch ends.
 * @returns a sentence for each thing that must never happen.
 */
export async function playStretch(
  crowd: Crowd,
  { seed, until, lanes }: { seed: number; until: number; lanes: number },
  progress: Progress,
  onStep: () => void,
): Promise<string[]> {
  const mistakes: string[] = [];
  const before = progress.operations - crowd.shop.done();
  const lane = async (dice: Dice): Promise<void> => {
    while (progress.operations < until && mistakes.length === 0) {
      await play(crowd, dice.weighted(STEPS), dice, progress, mistakes);
      progress.operations = before + crowd.shop.done();
      onStep();
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, place) => lane(rollDice(seed * 1009 + place))));
  return mistakes;
}

async function play(
  crowd: Crowd,
  step: Step,
  dice: Dice,
  { tally, failures }: Progress,
  mistakes: string[],
): Promise<void> {
  tally[step.name] ??= { done: 0, refused: 0, failed: 0 };
  const mine = tally[step.name] as Tally[string];
  try {
    const answer = await step.run(crowd, dice);
    if (!answer) return;
    refuseMistake(step.name, answer);
    if (answer.status === 503) await pause(20);
    else if (answer.status < 400) mine.done += 1;
    else mine.refused += 1;
  } catch (error) {
    // The session could not begin because the account has been deleted.
    if (error instanceof DomainError) mine.refused += 1;
    else if (isPassing(error)) await pause(50);
    else {
      mine.failed += 1;
      const words = `${step.name}: ${describe(error)}`.slice(0, 300);
      if (isMistake(error)) mistakes.push(words);
      else failures[words] = (failures[words] ?? 0) + 1;
    }
  }
}

function describe(error: unknown): string {
  return innerErrors(error)
    .map((one) => (one instanceof Error ? `${getSqlState(one) ?? one.name} ${one.message}` : String(one)))
    .join('; ');
}

/** @returns every broken invariant, in words. */
export async function findBrokenInvariants(crowd: Crowd): Promise<string[]> {
  const results = await checkInvariants(crowd.shop.deps.db);
  return results.flatMap(({ name, description, breaches }) =>
    breaches.length > 0 ? [`${name} ${description}: ${breaches.slice(0, 5).join('; ')}`] : [],
  );
}

/** Counts the movements and items of each kind in the shop's tables. */
export async function countKinds(crowd: Crowd): Promise<Record<string, number>> {
  const rows = await crowd.shop.deps.db.query<{ kind: string; count: number }>(
    `SELECT CASE kind WHEN 'order_payment' THEN 'order' WHEN 'unmatched' THEN 'review'
        ELSE kind END AS kind, count(*)::int AS count FROM ledger_tx GROUP BY 1
     UNION ALL SELECT 'superseded', count(*)::int FROM payments WHERE status = 'superseded'
     UNION ALL SELECT kind, count(*)::int FROM provider_reversals GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

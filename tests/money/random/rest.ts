import { setTimeout as pause } from 'node:timers/promises';
import { readTheirBooks } from './books.ts';
import { control } from './card-steps.ts';
import type { Crowd } from './crowd.ts';
import { patiently } from './patience.ts';
import { runJob } from './time-steps.ts';

const WORK = [
  ...['poll-payments', 'provider-events', 'expire-payments', 'close-groups', 'refund-groups', 'card-refunds'],
  ...['referral', 'outbox'],
];
const ROUNDS_MAX = 40;
const PATIENT_ROUNDS = 4;

/**
 * Moves the clock past the nights in which the provider's books are compared, so that everything with a deadline ends.
 */
export async function bringToRest(crowd: Crowd): Promise<void> {
  for (const wait of ['3h', '26h']) {
    await passTime(crowd, wait);
    await workOff(crowd);
    await patiently(() => runJob(crowd, 'recon-daily'));
  }
  await workOff(crowd);
}

/**
 * Stops the provider's faults and runs the shop's jobs until nothing is due.
 *
 * @returns a sentence for each thing that does not end.
 */
export async function workOff(crowd: Crowd): Promise<string[]> {
  const { db } = crowd.shop.deps;
  await control(crowd, 'scenario', {});
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // What failed because of the provider's faults is made due at once, and what was given up is tried again.
    for (const topic of ['provider_event', 'provider_reversal'])
      await crowd.shop.ops('outbox', 'revive', topic);
    await db.query('UPDATE outbox SET available_at = now() WHERE done_at IS NULL AND dead_at IS NULL');
    // The shop asks for some minutes about a webhook of an unknown payment, so the webhooks are made older.
    await db.query(
      `UPDATE provider_events SET created_at = created_at - interval '10 minutes' WHERE processed_at IS NULL`,
    );
    for (const job of WORK) await runJob(crowd, job);
    const { deliveries } = await readTheirBooks(crowd);
    const isTold = deliveries.every(({ state }) => state !== 'due');
    const left = await db.query('SELECT FROM outbox WHERE done_at IS NULL LIMIT 1');
    if (isTold && left.length === 0) return [];
    // A webhook may name a bank transfer that takes two minutes to be paid, which no number of tries shortens.
    if (round === PATIENT_ROUNDS) await passTime(crowd, '3m');
    await pause(isTold ? 20 : 100);
  }
  const waiting = await db.query<{ topic: string; error: string | null }>(
    'SELECT topic, last_error AS error FROM outbox WHERE done_at IS NULL LIMIT 5',
  );
  return waiting.map(({ topic, error }) => `the outbox still has ${topic}: ${error ?? 'no error'}`);
}

async function passTime(crowd: Crowd, wait: string): Promise<void> {
  await crowd.shop.ops('clock', 'advance', wait);
  await crowd.shop.refreshClock();
}

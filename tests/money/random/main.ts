import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCluster } from './cluster.ts';
import { CannotMountError } from './lossy-disk.ts';
import type { Tally } from './play.ts';
import { findMissedBranches } from './rare-branches.ts';
import { addTally, playRun } from './run.ts';

const USAGE = `Plays a whole shop at random with several hands, and checks every invariant of the money after each stretch.

  npm run test:money -- [--runs N] [--seed S] [--ops N] [--kills K] [--stretch N] [--lanes N]
  npm run test:money -- --power-loss [the same options]
  npm run test:money -- --planted [NAME] [--power-loss]

  --runs    how many shops, each of a seed of its own (default 10); --runs 1 --seed S plays one again
  --seed    the first run's seed (default 1); the others follow it
  --ops     how many operations each (default 3000)
  --kills   how often in each something dies or stands still (default 5)
  --stretch the invariants are judged after so many operations (default 500)
  --lanes   how many hands act at once (default 20): most of them wait, for the provider or each other
  --power-loss what dies is the machine: what the database has not synced is gone (root and a loop device; one shop)
  --planted plants one defect at a time in a copy, and tells after how many operations it is found

A rare branch that never happened in 20000 operations or more fails the run.
Where the disk is slow, TMPDIR=/dev/shm is quicker: what dies is a process.
`;

/** The kinds of movement that a run must have made often enough for the invariants about them to be tested. */
const KINDS = [
  ...['order', 'overpaid', 'late_credit', 'superseded', 'group_release', 'group_refund', 'item_refund'],
  ...['card_refund', 'chargeback', 'referral_bonus', 'review'],
];

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    'power-loss': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    ops: { type: 'string', default: '3000' },
    kills: { type: 'string', default: '5' },
    stretch: { type: 'string', default: '500' },
    lanes: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const losesPower = values['power-loss'];
const runs = Number(values.runs ?? (losesPower ? 1 : 10));
const [seed, operations] = [Number(values.seed), Number(values.ops)];
const [kills, stretch, lanes] = [Number(values.kills), Number(values.stretch), Number(values.lanes)];
const total = { runs: 0, operations: 0, kills: 0, confirmed: 0 };
const [kinds, blows, failures]: Record<string, number>[] = [{}, {}, {}];
const rare: Record<string, number> = {};
const tally: Tally = {};
const broken: string[] = [];
const startedAt = performance.now();
const hand = join(import.meta.dirname, 'hand.mjs');
let opening = openCluster(losesPower);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void opening.then(({ close }) => close()).finally(() => process.exit(1)));
const cluster = await opening.catch((error: Error) => {
  if (!(error instanceof CannotMountError)) throw error;
  console.error(error.message);
  process.exit(2);
});
try {
  for (let run = seed; run < seed + runs && broken.length === 0; run += 1) {
    const result = await playRun(cluster, hand, {
      ...{ seed: run, operations, kills, stretch, lanes, losesPower },
    });
    total.runs += 1;
    total.operations += result.operations;
    total.kills += result.kills;
    total.confirmed += result.confirmed;
    add(kinds as Record<string, number>, result.kinds);
    add(rare, result.rare);
    add(blows as Record<string, number>, result.blows);
    add(failures as Record<string, number>, result.failures);
    addTally(tally, result.tally);
    broken.push(...result.broken.map((words) => `seed ${run}: ${words}`));
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      `seed ${run}: ${result.operations} operations, ${result.kills} kills; ${total.operations} in ${seconds.toFixed(0)} s, ${(total.operations / seconds).toFixed(0)}/s`,
    );
  }
} finally {
  await cluster.close();
}
if (losesPower && broken.length === 0) {
  opening = openCluster(losesPower, true);
  await opening.then(
    ({ close }) => close(),
    (error: Error) => broken.push(`power lost at the first start: ${error.message}`),
  );
}
console.log(
  `\n${total.operations} operations, ${total.runs} seeds, ${total.kills} kills (${list(blows ?? {})}), ${total.confirmed} purchases confirmed`,
);
console.log(`kinds: ${KINDS.map((kind) => `${kind} ${kinds?.[kind] ?? 0}`).join(', ')}`);
console.log(
  `other kinds: ${list(Object.fromEntries(Object.entries(kinds ?? {}).filter(([kind]) => !KINDS.includes(kind))))}`,
);
console.log(`it happened: ${list(rare)}`);
for (const [name, { done, refused, failed }] of Object.entries(tally).sort())
  console.log(`  ${name}: ${done} done, ${refused} refused${failed > 0 ? `, ${failed} broke off` : ''}`);
for (const [words, count] of Object.entries(failures ?? {})
  .sort(([, a], [, b]) => b - a)
  .slice(0, 10))
  console.log(`  broke off ${count} times: ${words}`);
for (const words of broken) console.error(`BROKEN ${words}`);
if (broken.length > 0) {
  const first = seed + total.runs - 1;
  console.error(`found after ${total.operations} operations, ${total.runs} seeds, ${total.kills} kills`);
  console.error(
    `again: npm run test:money -- ${losesPower ? '--power-loss ' : ''}--runs 1 --seed ${first} --ops ${operations} --kills ${kills} --stretch ${stretch} --lanes ${lanes}`,
  );
}
const missed = findMissedBranches(rare, total.operations);
for (const name of missed) console.error(`NEVER HAPPENED ${name}`);
process.exitCode = broken.length > 0 || missed.length > 0 ? 1 : 0;

function add(to: Record<string, number>, more: Record<string, number>): void {
  for (const [name, count] of Object.entries(more)) to[name] = (to[name] ?? 0) + count;
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

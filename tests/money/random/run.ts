import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../support/free-port.ts';
import type { Cluster } from './cluster.ts';
import { readAcknowledged } from './crowd.ts';
import { type Dice, rollDice } from './dice.ts';
import type { HandOrder, HandWord } from './hand.ts';
import type { Progress, Tally } from './play.ts';

/** What is killed or stopped. A connection may also be cut in the middle, or be silent for a while. */
const BLOWS = [
  'server',
  'database',
  'both',
  'connection',
  'database',
  'connection',
  'frozen line',
  'frozen server',
] as const;
const POWER: readonly Blow[] = ['power'];
type Blow = (typeof BLOWS)[number] | 'power';
const KILLS: readonly Blow[] = ['server', 'database', 'both', 'connection', 'power'];

export interface RunResult {
  operations: number;
  kills: number;
  blows: Record<string, number>;
  tally: Tally;
  failures: Record<string, number>;
  kinds: Record<string, number>;
  /** How many purchases the shop has confirmed to a shopper. */
  confirmed: number;
  /** How often each rare branch was taken. */
  rare: Record<string, number>;
  /** The invariants that were broken; empty when all held. */
  broken: string[];
}

/** Plays one seed with its own shop, from the first goods until the shop is at rest, with kills on the way. */
export async function playRun(
  cluster: Cluster,
  hand: string,
  {
    seed,
    operations,
    kills,
    stretch,
    lanes,
    losesPower,
  }: Pick<HandOrder, 'seed' | 'operations' | 'stretch' | 'lanes'> & { kills: number; losesPower: boolean },
): Promise<RunResult> {
  const name = `run_${seed}`;
  const dataDir = join(cluster.folder, name);
  const dice = rollDice(seed);
  const result: RunResult = {
    operations: 0,
    kills: 0,
    blows: {},
    tally: {},
    failures: {},
    kinds: {},
    confirmed: 0,
    rare: {},
    broken: [],
  };
  // A kill comes some milliseconds after the operation with this number, wherever the shop is at that time.
  const moments = Array.from({ length: kills }, () => 1 + dice.below(Math.max(1, operations - 1))).sort(
    (a, b) => a - b,
  );
  const port = await findFreePort();
  const databaseUrl = await cluster.makeDatabase(name);
  for (let part = 0; ; part += 1) {
    const left = Math.max(1, operations - result.operations);
    const order = {
      ...{ databaseUrl, dataDir, port, stretch, lanes },
      seed: seed * 131 + part,
      operations: left,
      isAfterPowerLoss: losesPower && part > 0,
    };
    const blows = losesPower ? POWER : BLOWS;
    const hasEnded = await playPart(cluster, hand, order, { name, dice, blows, moments, result });
    if (hasEnded || result.broken.length > 0) break;
  }
  result.confirmed = readAcknowledged(dataDir).length;
  if (result.broken.length === 0) await cluster.dropDatabase(name);
  await rm(dataDir, { recursive: true, force: true });
  return result;
}

interface Part {
  name: string;
  dice: Dice;
  blows: readonly Blow[];
  /** The operations after which kills are still to come. */
  moments: number[];
  result: RunResult;
}

/** Plays until the run ends or the server process is killed. @returns false when it was killed. */
async function playPart(
  cluster: Cluster,
  hand: string,
  order: HandOrder,
  { name, dice, blows, moments, result }: Part,
): Promise<boolean> {
  const child = spawn(process.execPath, [hand, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ENV_FILE: 'none' },
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const heardAll = new Promise((resolve) => child.once('close', resolve));
  const before = result.operations;
  let isOver = false;
  let confirmed = 0;
  let blowing = Promise.resolve();
  let log: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output as Readable }).on('line', (line) => {
      log = [...log.slice(-200), line];
    });
  }
  let latest: Progress | undefined;
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => {
    const word = JSON.parse(line) as HandWord;
    if (word.said === 'judged') latest = word.progress;
    if (word.said === 'progress') {
      result.operations = before + word.operations;
      const isConfirmation = word.confirmed > confirmed;
      confirmed = word.confirmed;
      // Power is lost just after a purchase was confirmed, as that is what the disk may not have yet.
      const isTime = result.operations >= (moments[0] ?? Number.POSITIVE_INFINITY);
      if (isTime && (isConfirmation || blows !== POWER)) {
        moments.shift();
        const [blow, afterMs] = [dice.pick(blows), dice.below(40)];
        blowing = blowing.then(() => strike(cluster, child, { name, blow, afterMs, dice }, result));
      }
    }
    if (word.said === 'broken') {
      isOver = true;
      result.broken.push(...word.broken.map((words) => [words, ...findInLog(log, words)].join('\n    ')));
      latest = word.progress;
    }
    if (word.said === 'done') {
      isOver = true;
      latest = word.progress;
      result.kinds = word.kinds;
      result.rare = word.rare;
    }
  });
  const code = await exited;
  await heardAll;
  await blowing;
  // A killed process reports no end, so its last judged progress is taken.
  if (latest) addProgress(result, latest);
  if (!isOver && child.signalCode === null) {
    result.broken.push(`the shop ended by itself (${code}): ${log.slice(-20).join('\n')}`);
    isOver = true;
  }
  return isOver;
}

function addProgress(result: RunResult, { tally, failures }: Progress): void {
  addTally(result.tally, tally);
  for (const [words, count] of Object.entries(failures))
    result.failures[words] = (result.failures[words] ?? 0) + count;
}

/** Finds the lines that the shop has logged for the request whose answer reported a mistake. */
function findInLog(log: readonly string[], words: string): string[] {
  const id = /"requestId":"([0-9a-f-]+)"/.exec(words)?.[1];
  return id ? log.filter((line) => line.includes(id)) : [];
}

async function strike(
  cluster: Cluster,
  child: ChildProcess,
  { name, blow, afterMs, dice }: { name: string; blow: Blow; afterMs: number; dice: Dice },
  result: RunResult,
): Promise<void> {
  await pause(afterMs);
  if (child.exitCode !== null || child.signalCode !== null) return;
  result.blows[blow] = (result.blows[blow] ?? 0) + 1;
  if (KILLS.includes(blow)) result.kills += 1;
  if (blow === 'server' || blow === 'both') child.kill('SIGKILL');
  if (blow === 'database' || blow === 'both') {
    cluster.kill9();
    await cluster.start();
  }
  if (blow === 'power') {
    child.kill('SIGKILL');
    await cluster.losePower().catch((error: Error) => result.broken.push(`no start: ${error.message}`));
  }
  if (blow === 'connection' || blow === 'frozen line') {
    const backends = await cluster.findBackends(name);
    const pid = backends[dice.below(backends.length)];
    if (pid === undefined) return;
    if (blow === 'connection') return signal(pid, 'SIGKILL');
    signal(pid, 'SIGSTOP');
    await pause(300 + dice.below(2_500));
    signal(pid, 'SIGCONT');
  }
  if (blow === 'frozen server') {
    child.kill('SIGSTOP');
    await pause(300 + dice.below(1_500));
    child.kill('SIGCONT');
  }
}

/** Sends a signal. A process that has ended meanwhile is ignored. */
function signal(pid: number, what: NodeJS.Signals): void {
  try {
    process.kill(pid, what);
  } catch {}
}

export function addTally(to: Tally, more: Tally): void {
  for (const [name, { done, refused, failed }] of Object.entries(more)) {
    to[name] ??= { done: 0, refused: 0, failed: 0 };
    const mine = to[name] as Tally[string];
    mine.done += done;
    mine.refused += refused;
    mine.failed += failed;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase } from '../../../server/db/connection/connect.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Choose, Decision } from './order.ts';

/** The application name of a scheduled connection holds the number of the scheduler and the place of the operation. */
const SEAT = /^scheduled (\d+) (\d)$/;
/** PostgreSQL's error code of a statement that it ends because of a deadlock, about a second after it arose. */
const DEADLOCK = '40P01';
/** After this time without an answer, the scheduler asks PostgreSQL whether a statement waits for a lock. */
const LOOK_AFTER_MS = 3;

/** The result of an operation or the error that ended it. */
export type Ended = { value: unknown } | { error: unknown };

export interface Played {
  ends: Ended[];
  decisions: Decision[];
  /** `place: statement`, in the order in which they ran. */
  trace: string[];
  /** How many statements PostgreSQL ended because of a deadlock. */
  deadlocks: number;
}

/** Runs operations at the same time, each on its own database connection, and lets one statement run at a time. */
export interface Scheduler {
  /** The databases of the operations, by place. */
  databases: Database[];
  play(operations: readonly ((db: Database) => Promise<unknown>)[], choose: Choose): Promise<Played>;
  /** Restores the `query` of `pg`, which the scheduler replaces. */
  close(): Promise<void>;
}

interface Turn {
  place: number;
  pid: number;
  text: string;
  begin: () => void;
}

type Send = (...sent: unknown[]) => Promise<pg.QueryResult>;
type Query = (this: pg.Client, ...sent: unknown[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

/** The state of one play: which operations wait for a turn, and whose statements have been sent to the database. */
class Game {
  readonly waiting: Turn[] = [];
  readonly running = new Set<Turn>();
  readonly live = new Set<number>();
  deadlocks = 0;
  /** Statements that were found waiting for a lock. */
  private readonly stuck = new Set<Turn>();
  private version = 0;
  private wake: () => void = () => undefined;

  changed(): void {
    this.version += 1;
    this.wake();
  }

  /** Waits for a turn and runs one statement in it. */
  async take<Result>(place: number, pid: number, text: string, run: () => Promise<Result>): Promise<Result> {
    const turn: Turn = { place, pid, text, begin: () => undefined };
    await new Promise<void>((resolve) => {
      turn.begin = resolve;
      this.waiting.push(turn);
      this.changed();
    });
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code === DEADLOCK) this.deadlocks += 1;
      throw error;
    } finally {
      this.running.delete(turn);
      this.stuck.delete(turn);
      this.changed();
    }
  }

  /** Resolves once every operation has ended, waits for its turn, or waits for a lock that another operation holds. */
  async quiet(findBlocked: (pids: number[]) => Promise<Set<number>>): Promise<void> {
    let blockedAt = -1;
    for (;;) {
      // An operation without a statement is computing, connecting or pausing, and will send one or end by itself.
      const isThinking = [...this.live].some(
        (place) => ![...this.waiting, ...this.running].some((turn) => turn.place === place),
      );
      if (!isThinking && (this.running.size === 0 || blockedAt === this.version)) return;
      const { version } = this;
      const isNew = [...this.running].some((turn) => !this.stuck.has(turn));
      if (isThinking || isNew) {
        const change = new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        await (isThinking ? change : Promise.race([change, pause(LOOK_AFTER_MS)]));
        if (isThinking || version !== this.version) continue;
      }
      const blocked = await findBlocked([...this.running].map(({ pid }) => pid));
      if (version !== this.version) continue;
      for (const turn of this.running) {
        if (blocked.has(turn.pid)) this.stuck.add(turn);
        else this.stuck.delete(turn);
      }
      if (this.stuck.size === this.running.size) blockedAt = version;
    }
  }

  async change(): Promise<void> {
    const { version } = this;
    while (version === this.version) await pause(LOOK_AFTER_MS);
  }

  choose(place: number): Turn {
    const at = this.waiting.findIndex((turn) => turn.place === place);
    const [turn] = this.waiting.splice(at, 1) as [Turn];
    this.running.add(turn);
    turn.begin();
    return turn;
  }
}

/** The current play of each scheduler, by its number; undefined between two plays. */
const games = new Map<number, Game | undefined>();
const original = pg.Client.prototype.query as unknown as Query;
const inTransaction = new WeakSet<pg.Client>();
let opened = 0;

/** A schedule may last longer than any time limit on a busy machine, so a transaction that waits for turns has none. */
const BEGIN_WITHOUT_LIMITS =
  'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0';

interface ConnectionParameters {
  application_name: string;
  /** Milliseconds after which the client stops waiting for an answer; 0: never. */
  query_timeout: number;
}

function patchedQuery(this: pg.Client, ...sent: unknown[]): unknown {
  const { connectionParameters } = this as unknown as { connectionParameters: ConnectionParameters };
  const [, scheduler, place] = SEAT.exec(connectionParameters.application_name) ?? [];
  const game = games.get(Number(scheduler));
  if (!game) return original.apply(this, sent);
  connectionParameters.query_timeout = 0;
  const callback = typeof sent.at(-1) === 'function' ? (sent.pop() as Callback) : undefined;
  const answer = scheduled(game, this, Number(place), sent);
  if (!callback) return answer;
  answer.then((result) => callback(null, result), callback);
  return undefined;
}

/** Sends a statement when its operation has the turn. */
async function scheduled(game: Game, client: pg.Client, place: number, sent: unknown[]): Promise<unknown> {
  const send: Send = (...what) => original.apply(client, what) as Promise<pg.QueryResult>;
  const { processID: pid } = client as unknown as { processID: number };
  const text = textOf(sent[0]);
  const take = (run: () => Promise<pg.QueryResult>, shown = text) => game.take(place, pid, shown, run);
  const commit = () => take(() => send('COMMIT'), 'COMMIT');
  if (text === 'BEGIN' || text === 'ROLLBACK' || text === 'COMMIT') {
    if (text === 'BEGIN') inTransaction.add(client);
    else inTransaction.delete(client);
    // BEGIN and ROLLBACK take no turn: other operations see nothing of them except the locks that a rollback frees.
    return text === 'COMMIT' ? commit() : send(text === 'BEGIN' ? BEGIN_WITHOUT_LIMITS : text);
  }
  // `commitWith` sends a statement and its commit together; they are sent apart, so that another operation can run in
  // between.
  if (text.endsWith('; COMMIT')) {
    const result = await take(() => send(text.slice(0, -'; COMMIT'.length)));
    inTransaction.delete(client);
    return [result, await commit()];
  }
  // A loop that tries an advisory lock would never end while its holder waits for a turn, so the lock is waited for
  // instead.
  if (text.includes('pg_try_advisory_lock')) {
    const [, key] = /pg_try_advisory_lock(.*) AS "isMine"/.exec(text) ?? [];
    return take(() => send(`SELECT true AS "isMine" FROM pg_advisory_lock${key}`));
  }
  if (inTransaction.has(client) || !isWrite(text)) return take(() => send(...sent));
  try {
    await send(BEGIN_WITHOUT_LIMITS);
    const result = await take(() => send(...sent));
    await commit();
    return result;
  } catch (error) {
    await send('ROLLBACK');
    throw error;
  }
}

export function openScheduler(connectionString: string, places = 4): Scheduler {
  opened += 1;
  const number = opened;
  games.set(number, undefined);
  pg.Client.prototype.query = patchedQuery as never;
  const databases = Array.from({ length: places }, (_, place) =>
    connectDatabase({
      ...{ connectionString, applicationName: `scheduled ${number} ${place}` },
      ...{ work: 'operator', maxConnections: 4 },
    }),
  );

  // It is not scheduled, and has no time limit.
  const monitor = new pg.Pool({ connectionString, max: 1 });

  const findBlocked = async (pids: number[]): Promise<Set<number>> => {
    const { rows } = await monitor.query<{ pid: number }>(
      'SELECT pid FROM unnest($1::int[]) AS pid WHERE cardinality(pg_blocking_pids(pid)) > 0',
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  };

  return {
    databases,
    async play(operations, choose) {
      const played: Omit<Played, 'deadlocks'> = { ends: [], decisions: [], trace: [] };
      const playing = new Game();
      games.set(number, playing);
      const ends = operations.map(async (operation, place) => {
        playing.live.add(place);
        try {
          played.ends[place] = { value: await operation(databases[place] as Database) };
        } catch (error) {
          played.ends[place] = { error };
        } finally {
          playing.live.delete(place);
          playing.changed();
        }
      });
      for (let last = -1; ; ) {
        await playing.quiet(findBlocked);
        if (playing.live.size === 0) break;
        const able = [...new Set(playing.waiting.map(({ place }) => place))].sort();
        // Every statement waits for a lock: of each other, or of a passing autovacuum.
        if (able.length === 0) {
          await playing.change();
          continue;
        }
        const chosen = choose(able, last, played.decisions.length);
        const { text } = playing.choose(chosen);
        played.decisions.push({ able, last, chosen });
        played.trace.push(`${chosen}: ${text.replace(/\s+/g, ' ').slice(0, 100)}`);
        last = chosen;
      }
      await Promise.all(ends);
      games.set(number, undefined);
      return { ...played, deadlocks: playing.deadlocks };
    },
    async close() {
      games.delete(number);
      if (games.size === 0) pg.Client.prototype.query = original as never;
      await Promise.all([monitor.end(), ...databases.map((db) => db.close())]);
    },
  };
}

function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : (sent as { text: string }).text;
}

/** Tells whether a statement outside a transaction writes, so that other operations can run before its commit. */
function isWrite(text: string): boolean {
  return /^\s*(INSERT|UPDATE|DELETE|WITH)\b|settle_payment/i.test(text);
}

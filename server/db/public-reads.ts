import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase, type DatabaseConnectOptions } from './connection/connect.ts';
import type { Database, Queryable } from './database.ts';

/** Reads public data that may be slightly outdated, such as products. It must never read money, carts or accounts. */
export interface PublicDataReader {
  /** @param work must only read, because it is repeated on the primary when the replica fails. */
  read<Result>(work: (db: Queryable) => Promise<Result>): Promise<PublicRead<Result>>;
}

interface PublicRead<Result> {
  result: Result;
  /** Greatest possible age of the data in seconds; 0: it was read from the primary. */
  behindS: number;
}

export function createPrimaryDatabaseReader(db: Queryable): PublicDataReader {
  return { read: async (work) => ({ result: await work(db), behindS: 0 }) };
}

interface ReplicaOptions extends Pick<DatabaseConnectOptions, 'onStatement'> {
  /** Connection string of the replica (`DATABASE_READ_URL`). */
  connectionString: string;
  primary: Queryable;
  /** Writes a log line when reads change from the replica to the primary, or back. */
  tell: (level: 'warn' | 'info', line: string) => void;
}

/** Reads from a replica while its data is known to be recent enough, else from the primary database. */
export interface ReplicaDataReader extends PublicDataReader {
  isUsed(): boolean;
  pool: Database['pool'];
  countWaiting: Database['countWaiting'];
  close(): Promise<void>;
}

const CONNECTIONS = 4;
/** Greatest accepted age in seconds of data from the replica. */
const BEHIND_MAX_S = 2;
const LOOK_EVERY_MS = 500;
/** Milliseconds without a failure before the replica is used again, so that reads do not switch back and forth. */
const TRUSTED_AFTER_MS = 10_000;
/** Maximum wait for a replica that does not answer. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Opens the replica. The age of its data is measured by log position, not by clocks.
 * @source docs/decisions/waiting-and-outages.md
 */
export function openReplicaDatabaseReader({
  connectionString,
  primary,
  tell,
  onStatement,
}: ReplicaOptions): ReplicaDataReader {
  const replica = connectDatabase({
    connectionString,
    applicationName: 'ajora-replica',
    maxConnections: CONNECTIONS,
    connectWithinMs: ANSWER_WITHIN_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    onStatement,
  });
  const stop = new AbortController();
  /** Time by this process's clock at which the primary had the state that the replica has now. */
  let newAsOfMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the replica may answer reads; undefined until the first check. */
  let isTrusted: boolean | undefined;

  const leave = (reason: string): void => {
    failedAtMs = performance.now();
    if (isTrusted !== false) tell('warn', `Public reads are answered by the primary: ${reason}.`);
    isTrusted = false;
  };
  const isNear = (): boolean => performance.now() - newAsOfMs <= BEHIND_MAX_S * 1_000;
  const isUsed = (): boolean => isTrusted === true && isNear();

  const look = async (): Promise<void> => {
    const askedAtMs = performance.now();
    const { system, end } = await findEnd(primary);
    const giveUpAtMs = askedAtMs + BEHIND_MAX_S * 1_000;
    while (!(await hasReplayed(replica, system, end))) {
      if (performance.now() > giveUpAtMs)
        throw new Error(`the replica is more than ${BEHIND_MAX_S} s behind`);
      await rest(LOOK_EVERY_MS / 5);
    }
    newAsOfMs = askedAtMs;
    if (isTrusted || performance.now() - failedAtMs < TRUSTED_AFTER_MS) return;
    isTrusted = true;
    tell('info', 'Public reads are answered by the replica.');
  };
  const rest = (forMs: number): Promise<unknown> =>
    pause(forMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
  const looking = (async () => {
    while (!stop.signal.aborted) {
      await look().catch((error) => !stop.signal.aborted && leave(reasonOf(error)));
      await rest(LOOK_EVERY_MS);
    }
  })();

  return {
    isUsed,
    async read(work) {
      if (isUsed()) {
        try {
          return { result: await work(replica), behindS: BEHIND_MAX_S };
        } catch (error) {
          leave(reasonOf(error));
        }
      }
      return { result: await work(primary), behindS: 0 };
    },
    pool: replica.pool,
    countWaiting: replica.countWaiting,
    async close() {
      stop.abort();
      await looking;
      await replica.close();
    },
  };
}

/**
 * Reads the primary's cluster id and the current end of its write-ahead log, with which the replica's progress is
 * compared.
 */
async function findEnd(primary: Queryable): Promise<{ system: string; end: string }> {
  try {
    const [row] = await primary.query<{ system: string; end: string }>(
      `SELECT system_identifier::text AS system, pg_current_wal_lsn()::text AS "end" FROM pg_control_system()`,
    );
    return row as { system: string; end: string };
  } catch (error) {
    throw new Error(`it does not say how far it is (${reasonOf(error)})`);
  }
}

/**
 * Checks whether the replica has replayed the primary's log up to `end`.
 * @throws when the server is not a replica of the cluster `system`.
 */
async function hasReplayed(replica: Queryable, system: string, end: string): Promise<boolean> {
  const [row] = await replica.query<{ isReplica: boolean; isThere: boolean }>(
    `SELECT pg_is_in_recovery() AND system_identifier::text = $1 AS "isReplica",
       pg_last_wal_replay_lsn() >= $2::pg_lsn AS "isThere" FROM pg_control_system()`,
    [system, end],
  );
  if (!row?.isReplica) throw new Error('DATABASE_READ_URL does not lead to a replica of it');
  return row.isThere;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

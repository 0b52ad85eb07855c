import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { isDatabaseUnreachableError } from './database-unreachable.ts';

/** Detects whether the database is unreachable and reports each change once. */
export interface DatabaseOutageWatch {
  /** True from the moment an outage is confirmed until the database answers again. */
  isAway(): boolean;
  noteError(error: unknown): void;
  /** The request pool, wrapped so that an error of any of its calls triggers a check of the database. */
  watched: Database;
  close(): Promise<void>;
}

export interface DatabaseOutageWatchOptions {
  db: Database;
  /** Restarts the embedded database server. It is called again until it succeeds. */
  revive?: (() => Promise<void>) | undefined;
  report: (level: 'error' | 'warn' | 'info', line: string) => void;
  onLoss?: (reason: string) => void;
  onReturn?: () => void;
}

const LOOK_EVERY_MS = 1_000;
/** A second check follows after this pause, because the first may have used another lost connection. */
const SECOND_LOOK_MS = 250;

/** Checks the database only after a reported connection error, then every second until it answers. */
export function watchDatabaseOutages({
  db,
  revive,
  report: log,
  onLoss,
  onReturn,
}: DatabaseOutageWatchOptions): DatabaseOutageWatch {
  let isAway = false;
  let looking: Promise<void> | undefined;
  const stop = new AbortController();

  const look = async (loss: string): Promise<void> => {
    // A database that is shutting down may still answer the first check, so there is a second one.
    await rest((await findOutageReason(db)) === null ? LOOK_EVERY_MS : SECOND_LOOK_MS);
    const reason = await findOutageReason(db);
    if (reason === null) {
      log('warn', `A database connection was lost, and others can be had: ${loss}`);
      // Many connections may be lost at once. Those lost during this pause cause no further warning.
      await rest(LOOK_EVERY_MS);
      return;
    }
    if (stop.signal.aborted) return;
    const awaySinceMs = performance.now();
    isAway = true;
    onLoss?.(reason);
    log('error', `The database is unavailable: ${reason}. Requests are answered with 503 until it is back.`);
    let refusal: string | undefined;
    do {
      try {
        await revive?.();
      } catch (error) {
        const startError = reasonOf(error);
        if (startError !== refusal) log('error', `The database could not be started: ${startError}`);
        refusal = startError;
      }
      await rest(LOOK_EVERY_MS);
    } while (!stop.signal.aborted && (await findOutageReason(db)) !== null);
    isAway = false;
    if (stop.signal.aborted) return;
    log('info', `The database is back after ${Math.round((performance.now() - awaySinceMs) / 1000)} s.`);
    onReturn?.();
  };

  const rest = (forMs: number): Promise<unknown> =>
    pause(forMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);

  const noteError = (error: unknown): void => {
    if (looking || stop.signal.aborted || !isDatabaseUnreachableError(error)) return;
    looking = look(reasonOf(error)).finally(() => {
      looking = undefined;
    });
  };

  const noted = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work;
      // Any successful statement proves that the database is back. Without this, `/readyz` could recover before the
      // pages do.
      isAway = false;
      return result;
    } catch (error) {
      noteError(error);
      throw error;
    }
  };

  return {
    isAway: () => isAway,
    noteError,
    watched: {
      ...db,
      query: <Row>(...statement: Parameters<Database['query']>) => noted(db.query<Row>(...statement)),
      transaction: (work) => noted(db.transaction(work)),
    },
    async close() {
      stop.abort();
      await looking;
    },
  };
}

/** Queries the database once. @returns the reason why it does not answer; null when it answers. */
async function findOutageReason(db: Database): Promise<string | null> {
  try {
    await db.query('SELECT 1');
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

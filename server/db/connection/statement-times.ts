import type pg from 'pg';

/** Receives the database time of each statement in seconds and whether it succeeded. */
export type OnStatementTimed = (seconds: number, isOk: boolean) => void;

/** Measures all statements of a connection, also those of other packages, by wrapping its function `query`. */
export function measureStatementTimes(client: pg.PoolClient, onStatement: OnStatementTimed): void {
  const send = client.query.bind(client) as (...parts: unknown[]) => unknown;
  const timed = (...parts: unknown[]): unknown => {
    const startedAt = performance.now();
    const note = (isOk: boolean) => onStatement((performance.now() - startedAt) / 1_000, isOk);
    const last = parts.at(-1);
    if (typeof last === 'function') {
      const told = (error: unknown, ...result: unknown[]): void => {
        note(!error);
        last(error, ...result);
      };
      return send(...parts.slice(0, -1), told);
    }
    const answer = send(...parts);
    if (answer instanceof Promise) {
      answer.then(
        () => note(true),
        () => note(false),
      );
    }
    return answer;
  };
  Object.assign(client, { query: timed });
}

import type { Database, Transaction } from '../../../server/db/database.ts';

/** Planted faults: one statement throws, or every write of one row fails until the fault is removed. */

class PlantedFault extends Error {
  readonly code = 'XX000';
}

export interface ThrowingDatabase extends Database {
  /** Whether the statement that throws was reached. */
  hasThrown(): boolean;
}

/** Opens a database whose statement number `at` throws and is not sent. BEGIN and COMMIT count too. */
export function openThrowingDatabase(inner: Database, at: number): ThrowingDatabase {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps - 1 === at) throw new PlantedFault(`planted at statement ${at}`);
  };
  const throwing = (tx: Transaction, commits: () => void): Transaction => ({
    query: async (text, values) => {
      step();
      return tx.query(text, values);
    },
    commitWith: async (text, values) => {
      step();
      commits();
      return tx.commitWith(text, values);
    },
    afterCommit: tx.afterCommit,
  });
  return {
    ...inner,
    hasThrown: () => steps > at,
    query: async (text, values) => {
      step();
      return inner.query(text, values);
    },
    transaction: async (work) => {
      step();
      return inner.transaction(async (tx) => {
        let isCommitted = false;
        const result = await work(throwing(tx, () => (isCommitted = true)));
        if (!isCommitted) step();
        return result;
      });
    },
  };
}

export interface FaultPlanter {
  /**
   * Makes the writes with these numbers raise an error of this kind. They are counted from this call over all
   * connections.
   */
  atWrites(numbers: readonly number[], code: string): Promise<void>;
  /** How many writes there were since that call. */
  writes(): Promise<number>;
  /** Makes every row that names one of these words fail, in any table except those by which jobs claim their work. */
  poison(words: readonly string[]): Promise<void>;
  /** Removes all faults. */
  heal(): Promise<void>;
}

/**
 * A part of `openFixtureForFile` with triggers on all tables. A sequence counts the writes, because it keeps its value
 * when a savepoint is rolled back.
 */
export async function withFaults({ db }: { db: Database }): Promise<{ faults: FaultPlanter }> {
  await db.query(
    `CREATE SEQUENCE fault_steps MINVALUE 0 START 0;
     CREATE TABLE fault_plan (writes bigint[] NOT NULL, code text NOT NULL, poison text[] NOT NULL);
     INSERT INTO fault_plan VALUES ('{}', 'XX000', '{}');
     CREATE FUNCTION fault_at_write() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE plan fault_plan;
     BEGIN
       SELECT * INTO plan FROM fault_plan;
       IF nextval('fault_steps') = ANY (plan.writes) THEN
         RAISE EXCEPTION 'planted fault' USING errcode = plan.code;
       END IF;
       RETURN NULL;
     END $$;
     CREATE FUNCTION fault_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE word text;
     BEGIN
       FOREACH word IN ARRAY (SELECT poison FROM fault_plan) LOOP
         IF strpos(to_jsonb(NEW)::text, word) > 0 THEN
           RAISE EXCEPTION 'planted fault of %', word USING errcode = 'XX000';
         END IF;
       END LOOP;
       RETURN NEW;
     END $$`,
  );
  const tables = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname <> 'fault_plan'`,
  );
  for (const { name } of tables) {
    await db.query(
      `CREATE TRIGGER a_fault BEFORE INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION fault_at_write()`,
    );
    // The rows by which jobs claim and postpone work hold no money, so they must not fail.
    if (['payments', 'outbox', 'provider_events', 'card_refunds', 'audit_log'].includes(name)) continue;
    await db.query(
      `CREATE TRIGGER a_poison BEFORE INSERT OR UPDATE ON ${name} FOR EACH ROW EXECUTE FUNCTION fault_of_row()`,
    );
  }
  const faults: FaultPlanter = {
    async atWrites(numbers, code) {
      await db.query('UPDATE fault_plan SET writes = $1, code = $2', [numbers, code]);
      await db.query(`SELECT setval('fault_steps', 0, false)`);
    },
    async writes() {
      const rows = await db.query<{ count: number }>(
        'SELECT CASE WHEN is_called THEN last_value + 1 ELSE 0 END AS count FROM fault_steps',
      );
      return Number(rows[0]?.count);
    },
    async poison(words) {
      await db.query('UPDATE fault_plan SET poison = $1', [words]);
    },
    async heal() {
      await db.query(`UPDATE fault_plan SET writes = '{}', poison = '{}'`);
    },
  };
  return { faults };
}

import type { Queryable } from '../database.ts';

/** Their rows stay as they were written: who serves may read them and add to them. */
const HISTORIES = ['ledger_tx', 'ledger_entries', 'audit_log', 'group_history', 'history_seals'];
/** What the owner writes at a start alone. */
const OWNERS = ['schema_migrations', 'schema_functions'];

/**
 * Gives the role that serves what it needs of the owner's tables, and takes from it what would change history: it can
 * neither switch their triggers off nor grant itself the right.
 */
export async function grantServing(owner: Queryable, serving: Queryable): Promise<void> {
  const [served] = await serving.query<{ role: string }>('SELECT quote_ident(current_user) AS role');
  const [owned] = await owner.query<{ role: string; schema: string }>(
    'SELECT quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema',
  );
  if (!served || !owned || served.role === owned.role) return;
  const { schema } = owned;
  await owner.query(
    `GRANT USAGE ON SCHEMA ${schema} TO ${served.role};
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${served.role};
     GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${served.role};
     REVOKE UPDATE, DELETE ON ${HISTORIES.join(', ')} FROM ${served.role};
     REVOKE INSERT, UPDATE, DELETE ON ${OWNERS.join(', ')} FROM ${served.role}`,
  );
}

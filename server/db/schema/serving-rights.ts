import type { Queryable } from '../database.ts';

/** The serving role may read and append to these tables, but not change their rows. */
const HISTORIES = ['ledger_tx', 'ledger_entries', 'audit_log', 'group_history', 'history_seals'];
/** Only the owner writes these, at a start. */
const OWNERS = ['schema_migrations', 'schema_functions'];

/** No grant can change history: the role can neither disable triggers nor grant itself the right. */
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

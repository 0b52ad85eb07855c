import type { Queryable } from '../database.ts';

/** Tables in which the database role of the running server may read and add rows, but not change them. */
const HISTORIES = ['ledger_tx', 'ledger_entries', 'audit_log', 'group_history', 'history_seals'];
/** Tables that only the owner of the tables may write. */
const OWNERS = ['schema_migrations', 'schema_functions'];

/**
 * Grants the serving role only rights with which history cannot be changed. It cannot disable triggers or extend its
 * own rights.
 */
export async function grantServingRolePrivileges(owner: Queryable, serving: Queryable): Promise<void> {
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

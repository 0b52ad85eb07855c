import type pg from 'pg';

/** Tables that migrations fill and no operation changes. */
const FIXED = ['schema_migrations', 'schema_functions', 'group_moves'];

/**
 * Stores a copy of all rows of a database.
 *
 * @param owner a superuser's connection, because nobody else can delete history.
 * @returns a function that restores the changed rows in one statement.
 */
export async function rememberRows(owner: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ name: string; columns: string; key: string }>(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns,
       string_agg(quote_ident(a.attname), ', ') FILTER (WHERE a.attnum = ANY (i.indkey)) AS key
     FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) GROUP BY 1`,
    [FIXED],
  );
  await owner.query('CREATE SCHEMA remembered');
  for (const { name, key } of rows) {
    await owner.query(`CREATE TABLE remembered.${name} AS TABLE public.${name}`);
    await owner.query(`ALTER TABLE remembered.${name} ADD PRIMARY KEY (${key})`);
  }
  const [now] = (await owner.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')).rows;
  const statements = rows.map(
    ({ name, columns, key }) =>
      `DELETE FROM public.${name} WHERE xmin::text::bigint >= ${now?.xid};
       INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM remembered.${name}
         WHERE (${key}) NOT IN (SELECT ${key} FROM public.${name});`,
  );
  // The invariants give a queued notification ten minutes, but a scene is played for longer.
  statements.push('UPDATE public.outbox SET created_at = now();');
  await owner.query(
    `CREATE FUNCTION remembered.put_back() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${statements.join('\n')} END $$`,
  );
  // Turns off the triggers that refuse changes of history and those that write history.
  await owner.query('SET session_replication_role = replica');
  return async () => void (await owner.query('SELECT remembered.put_back()'));
}

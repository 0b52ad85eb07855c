import type { Queryable } from '../../server/db/database.ts';
import { formatMarkdownTable } from './drawn-document.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  value: string | null;
}

interface Rule {
  table: string;
  rule: string;
}

/** Renders docs/tables.md: each migrated table with its columns, constraints and unique indexes. */
export async function renderTablesDocument(db: Queryable): Promise<string> {
  const columns = await db.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attnotnull AS "isRequired", pg_get_expr(d.adbin, d.adrelid) AS value
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    ORDER BY c.relname, a.attnum`);
  const rules = await db.query<Rule>(`
    SELECT c.relname AS table, pg_get_constraintdef(o.oid) AS rule
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND o.contype IN ('p', 'u', 'f', 'c')
    UNION ALL
    SELECT t.relname, 'UNIQUE INDEX ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING btree ', '')
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND i.indisunique
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
    ORDER BY 1, 2`);
  const tables = [...new Set(columns.map(({ table }) => table))];
  return [
    '# Tables\n\nDrawn from the migrated database by `npm run documents:write`. What must hold of the rows, and why, is told\nin the page of each subject; conventions stand in [database](database.md).\n',
    ...tables.map((table) => {
      const rows = columns
        .filter((column) => column.table === table)
        .map(({ name, type, isRequired, value }) => [
          `\`${name}\``,
          isRequired ? type : `${type}, null`,
          value ? `\`${value}\`` : '',
        ]);
      const held = rules.filter((rule) => rule.table === table).map(({ rule }) => `- \`${rule}\`\n`);
      return `\n## ${table}\n\n${formatMarkdownTable(['Column', 'Type', 'Default'], rows)}\n${held.join('')}`;
    }),
  ].join('');
}

import type pg from 'pg';
import type { Database, Queryable } from '../../../server/db/database.ts';

/** A step of a plan, as EXPLAIN tells it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const PLANNED = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Has the plan of every statement told before it runs, on connections that are opened from now on.
 *
 * @returns what those since the last call would read from end to end: tables, and whole indexes by their names.
 */
export function watchPlans(db: Database): () => Promise<string[]> {
  let plans: Promise<PlanNode>[] = [];
  db.pool.on('connect', (client: pg.PoolClient) => {
    // biome-ignore lint/suspicious/noExplicitAny: the driver is called in each of its ways
    const ask = client.query.bind(client) as (...words: any[]) => any;
    client.query = ((statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      const { text, values } =
        typeof statement === 'string' ? { text: statement, values: rest[0] } : statement;
      if (PLANNED.test(text)) {
        const given = Array.isArray(values) ? values : [];
        const told: Promise<pg.QueryResult> = ask({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: given });
        plans.push(told.then(planOf));
      }
      return ask(statement, ...rest);
    }) as typeof client.query;
  });
  return async () => {
    const told = await Promise.all(plans);
    plans = [];
    return [...new Set(told.flatMap(readWhole))].sort();
  };
}

/** How many rows of a table the only statement of `work` reads, found or thrown away. */
export async function countRowsRead(
  db: Database,
  table: string,
  work: (tx: Queryable) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  await work({
    async query<Row>(text: string, values?: unknown[]) {
      const explained = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      count += rowsOf(planOf(explained), table);
      return [] as Row[];
    },
  });
  return count;
}

const planOf = ({ rows }: pg.QueryResult): PlanNode => rows[0]['QUERY PLAN'][0].Plan;

function readWhole(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans = [] } = node;
  // The first or the last of an index, as min and max are found.
  const isEnd = type === 'Limit' && !Plans[0]?.Filter && Plans[0]?.['Node Type'].startsWith('Index');
  const below = isEnd ? [] : Plans.flatMap(readWhole);
  if (type === 'Seq Scan') return [table, ...below];
  return /Index.*Scan/.test(type) && !node['Index Cond'] ? [index, ...below] : below;
}

function rowsOf(node: PlanNode, table: string): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one, table), 0);
  if (node['Relation Name'] !== table) return below;
  const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return below + each * (node['Actual Loops'] ?? 0);
}

import type pg from 'pg';
import type { Database, Queryable } from '../../../server/db/database.ts';

/** A step of a plan, as EXPLAIN reports it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Plan Rows'?: number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const PLANNED = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Explains every statement before it runs, on connections that are opened from now on.
 *
 * @returns a function that lists what the statements since its last call would read from end to end: tables, and whole
 * indexes by their names.
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

/** Counts the rows of a table that the statements of `work` read, including those that a filter removes. */
export const countRowsRead = (db: Database, table: string, work: (tx: Queryable) => Promise<unknown>) =>
  sumOfPlans(db, work, (node) => rowsOf(node, table, readRows));

/**
 * Sums the rows of a table that the planner expects to read. When it expects many, it reads the table from end to end.
 */
export const guessRowsRead = (db: Database, table: string, work: (tx: Queryable) => Promise<unknown>) =>
  sumOfPlans(db, work, (node) => rowsOf(node, table, (one) => one['Plan Rows'] ?? 0));

async function sumOfPlans(
  db: Database,
  work: (tx: Queryable) => Promise<unknown>,
  count: (plan: PlanNode) => number,
): Promise<number> {
  let sum = 0;
  await work({
    async query<Row>(text: string, values?: unknown[]) {
      sum += count(planOf(await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)));
      return [] as Row[];
    },
  });
  return sum;
}

const planOf = ({ rows }: pg.QueryResult): PlanNode => rows[0]['QUERY PLAN'][0].Plan;

function readWhole(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans = [] } = node;
  // Reading the first or the last entry of an index, as min and max do, is not reading the whole index.
  const isEnd = type === 'Limit' && !Plans[0]?.Filter && Plans[0]?.['Node Type'].startsWith('Index');
  const below = isEnd ? [] : Plans.flatMap(readWhole);
  if (type === 'Seq Scan') return [table, ...below];
  return /Index.*Scan/.test(type) && !node['Index Cond'] ? [index, ...below] : below;
}

function rowsOf(node: PlanNode, table: string, of: (node: PlanNode) => number): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one, table, of), 0);
  return node['Relation Name'] === table ? below + of(node) : below;
}

const readRows = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);

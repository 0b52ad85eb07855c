import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { connectDatabase } from '../server/db/connection/connect.ts';
import { formatTextTable } from '../server/ops/command-line/print.ts';
import { readMonthlyMargin } from '../server/ops/queries/margin-repository.ts';
import { findGoodsToBuy, findOrderLinesToPack } from '../server/ops/queries/pickup-goods-repository.ts';
import { LabelSheet } from '../src/ops/papers/Labels.tsx';
import { createOldReleaseShop } from '../tests/support/old-shop/make-shop.ts';
import { NON_DURABLE_POSTGRES_SETTINGS, withTemporaryPostgres } from './empty-databases.ts';
import { measureFastestRunMs } from './figures.ts';

export const usageText = `Measures what operators print, with this many order lines to buy and pack: the lists and a label for each line.

  npm run bench -- printed-lists [--lines 10000]
`;
export const commandLineDefaults = { lines: '10000' };
const MOST_MS = 2_000;

/** This SQL creates what the lists print: order lines to buy, and products with a supplier and a cost price. */
const WAITING = [
  `CREATE TEMP TABLE waiting AS SELECT i.id, i.group_id FROM order_items i
   WHERE i.refunded_kobo < i.paid_kobo AND i.group_id IN (SELECT group_id FROM fulfilment_batches)
   ORDER BY i.id DESC LIMIT $1`,
  'UPDATE order_items SET collected_at = NULL, collected_by = NULL WHERE id IN (SELECT id FROM waiting)',
  `UPDATE fulfilment_batches SET status = 'secured' WHERE group_id IN (SELECT group_id FROM waiting)`,
  `INSERT INTO product_supplies (product_id, supplier, cost_kobo, base_units)
   SELECT id, 'Supplier ' || length(slug), price_kobo, 1 FROM products`,
];

/** @returns the exit code: 1 when one of the printed lists or the labels take longer than 2 seconds. */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  return withTemporaryPostgres(NON_DURABLE_POSTGRES_SETTINGS, async ({ make }) => {
    const place = await make('papers');
    await createOldReleaseShop({ orders: 5 * Number(options.lines), ordersADay: 400, ...place });
    const db = connectDatabase({ connectionString: place.asOwner, maxConnections: 1, work: 'operator' });
    for (const [index, statement] of WAITING.entries())
      await db.query(statement, index === 0 ? [Number(options.lines)] : []);
    await db.query('ANALYZE');
    const centres = await db.query<{ code: string }>('SELECT code FROM pickup_centres');
    const pack = async () =>
      (await Promise.all(centres.map(({ code }) => findOrderLinesToPack(db, code, null)))).flat();
    const lines = await pack();
    const labels = lines.map((line) => ({ ...line, centreName: 'Ikeja', goods: [line.product] }));
    const [month] = await db.query<{ month: string }>(
      `SELECT to_char(max(secured_at), 'YYYY-MM') AS month FROM groups`,
    );
    const rows = [
      ['what to buy', () => findGoodsToBuy(db, null)],
      ['what to pack, all centres', pack],
      ['margin of a month', () => readMonthlyMargin(db, month?.month ?? '')],
      ['labels', () => renderToString(createElement(LabelSheet, { labels, paper: 'a4' }))],
    ] as const;
    const times = [];
    for (const [what, run] of rows)
      times.push({
        what,
        lines: lines.length,
        ms: Math.round(await measureFastestRunMs(3, async () => void (await run()))),
      });
    process.stdout.write(`${formatTextTable(times)}\n`);
    await db.close();
    return times.some(({ ms }) => ms > MOST_MS) ? 1 : 0;
  });
}

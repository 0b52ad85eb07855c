import { beforeAll, expect, test } from 'vitest';
import type { OpsGoodsToBuy, OpsOrderLineToPack } from '#contract/schemas/ops/papers.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { createPickupTestOrder } from '../support/pickup-order.ts';

/** The calls of the console's screens of buying and packing. */

const shop = openFixtureForFile(openPaymentTestShop);
let ngozi: SignedInTestOperator;
let femi: SignedInTestOperator;
beforeAll(async () => {
  ngozi = await signInTestOperator(shop, 'ngozi', 'ops');
  femi = await signInTestOperator(shop, 'femi', 'finance');
});

const get = async <Of>(url: string, who = ngozi): Promise<Of> => {
  const { status, body } = await who.call<{ data: Of; message?: string }>('GET', `/api/ops/pickup/${url}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};

test('what to buy has every centre, by supplier, with its cost; what is bought or under review is not there', async () => {
  const one = await createPickupTestOrder(shop, 'Ada Obi', {
    secured: ['Rice', 'Salt'],
    later: ['Yam'],
    ready: ['Oil'],
  });
  const [rice = '', salt = ''] = one.slugs.slice(1);
  await shop.db.query(
    `INSERT INTO selling_units (product_id, name, display_name, base_unit_qty, price_type, base_price_kobo)
     SELECT id, 'bag', 'Bag', 3, 'calculated', 150000 FROM products WHERE slug = $1`,
    [rice],
  );
  await shop.db.query(`UPDATE products SET units_enabled = true, base_unit_name = 'kg' WHERE slug = $1`, [
    rice,
  ]);
  const edit = async (...words: string[]) =>
    expect((await runOpsCommandInTest(shop, 'product', 'edit', ...words)).exitCode).toBe(0);
  // The cost is that of a bag of three, so five units cost five thirds of it, to the kobo.
  await edit(rice, '--supplier', 'Mile 12', '--cost', '1000');
  const about = { quantity: 5, baseUnits: 5, orders: 1, unit: null };
  const { goods, csv } = await get<{ goods: OpsGoodsToBuy[]; csv: string }>('buy?csv=true', femi);
  expect(goods).toMatchObject([
    { ...about, supplier: 'Mile 12', product: 'Rice', slug: rice, costNaira: 1666.67, baseUnit: 'kg' },
    { ...about, supplier: '', product: 'Salt', slug: salt, costNaira: null, baseUnit: null },
  ]);
  const [{ full } = { full: new Date() }] = await shop.db.query<{ full: Date }>(
    'SELECT succeeded_at AS full FROM groups g JOIN products p ON p.id = g.product_id WHERE slug = $1',
    [rice],
  );
  expect(Date.parse(goods[0]?.expectedBy ?? '') - full.getTime()).toBe(5 * 86_400_000);
  expect(csv.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(new RegExp(`^Mile 12,Rice,${rice},,5,5,kg,1,1666.67,\\d{4}-`)),
    expect.stringMatching(new RegExp(`^,Salt,${salt},,5,5,,1,,\\d{4}-`)),
  ]);
  expect((await ngozi.call('GET', '/api/ops/pickup/buy?centre=NOWHERE')).body.message).toBe(
    'There is no pickup centre NOWHERE.',
  );
  await ngozi.call('POST', `/api/ops/pickup/${one.centre}/batches`, {
    from: 'secured',
    to: 'processing',
    product: rice,
  });
  const [held] = await shop.db.query<{ id: string }>(
    'SELECT g.id FROM groups g JOIN products p ON p.id = g.product_id WHERE p.slug = $1',
    [salt],
  );
  await runOpsCommandInTest(shop, 'group', 'review', held?.id ?? '', '--reason', 'the price rose');
  expect((await get<{ goods: unknown[] }>('buy')).goods).toEqual([]);
});

test('what to pack has each line of a centre at a stage, leaves a row in the log, and is not for finance', async () => {
  const one = await createPickupTestOrder(shop, 'Chidi Zulu', { secured: ['Beans', 'Garri'] });
  const url = `${one.centre}/pack`;
  const lines = (await get<OpsOrderLineToPack[]>(`${url}?stage=secured`)).filter(
    ({ trackingNumber }) => trackingNumber === one.trackingNumber,
  );
  const about = {
    trackingNumber: one.trackingNumber,
    name: 'Chidi Zulu',
    quantity: 5,
    baseUnits: 5,
    unit: null,
  };
  expect(lines).toEqual([
    expect.objectContaining({ ...about, line: 1, product: 'Beans', slug: one.slugs[0] }),
    expect.objectContaining({ ...about, line: 2, product: 'Garri', slug: one.slugs[1] }),
  ]);
  expect(JSON.stringify(lines)).not.toContain(one.code);
  const [row] = await shop.db.query(
    `SELECT actor, target FROM audit_log WHERE action = 'pickup.pack' ORDER BY id DESC LIMIT 1`,
  );
  expect(row).toEqual({ actor: 'operator:ngozi', target: `centre:${one.centre}` });
  expect((await femi.call('GET', `/api/ops/pickup/${url}`)).status).toBe(403);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { koboToNairaRoundedUp, nairaToKobo } from '../../contract/rules/money/kobo.ts';
import { lockExistingShopperRow } from '../../server/db/lock-shopper.ts';
import { computeCurrentProductPrices } from '../../server/features/catalogue/product-offer.ts';
import { findProductsByIds } from '../../server/features/catalogue/product-repository.ts';
import { postToLedger } from '../../server/ledger/ledger.ts';
import { getPostingReason, POSTING_REASONS } from '../../server/ledger/posting-kinds.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { withMoney } from './support/with-money.ts';

/** Some rules are written both in SQL and in TypeScript, to save a round trip. Both must give the same results. */

const SEED = 16;

const shop = openFixtureForFile(createTestDatabase, withMoney);

describe('the kinds of postings', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(sql|ts)$/.test(path),
  );
  const text = sources.map((path) => readFileSync(join('server', path), 'utf8')).join('\n');

  it('that SQL posts are of the list, each for its reason', () => {
    const calls = text.match(/(?<!function |SELECT )post_ledger\(/g);
    const named = [...text.matchAll(/post_ledger\('(\w+)',[^,]+,\s*'([^']+)'/g)];
    expect(named).toHaveLength(calls?.length ?? 0);
    for (const [, kind, reason] of named)
      expect([kind, reason]).toEqual([kind, getPostingReason(kind ?? '', '')]);
  });

  it('are all posted by somebody', () => {
    const posted = new Set([...text.matchAll(/(?:post_ledger\(|kind: )'(\w+)'/g)].map(([, kind]) => kind));
    expect(Object.keys(POSTING_REASONS).filter((kind) => !posted.has(kind))).toEqual([]);
  });
});

describe('a credit that is not whole naira', () => {
  const kobo = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 10 ** 12 }));
  const amounts = [1, 50, 99, 100, 101, 150_050, ...fc.sample(kobo, { seed: SEED, numRuns: 200 })];

  it('is rounded up in the books as it is told to the shopper, the difference from goodwill', async () => {
    const userId = await shop.shopper();
    const balanceKobo = async () => (await shop.wallet(userId)).balanceKobo;
    for (const [place, amountKobo] of amounts.entries()) {
      const before = await balanceKobo();
      await shop.db.transaction(async (tx) => {
        await lockExistingShopperRow(tx, userId);
        await postToLedger(tx, {
          kind: 'referral_welcome',
          ref: `rounding:${place}`,
          description: 'Kobo',
          actor: 'test',
          entries: [
            { account: 'promo:referral', amountKobo: -amountKobo },
            { account: `wallet:${userId}`, amountKobo },
          ],
        });
      });
      expect([amountKobo, (await balanceKobo()) - before]).toEqual([
        amountKobo,
        nairaToKobo(koboToNairaRoundedUp(amountKobo)),
      ]);
    }
    const entries = await shop.db.query<{ koboGiven: number; koboMissing: number }>(
      `SELECT -sum(e.amount_kobo) FILTER (WHERE a.code = 'promo:goodwill') AS "koboGiven",
         sum(e.amount_kobo) FILTER (WHERE a.code LIKE 'wallet:%')
           + sum(e.amount_kobo) FILTER (WHERE a.code = 'promo:referral') AS "koboMissing"
       FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_tx t ON t.id = e.tx_id
       WHERE t.ref LIKE 'rounding:%'`,
    );
    expect(entries[0]?.koboGiven).toBe(entries[0]?.koboMissing);
    expect(entries[0]?.koboGiven).toBeGreaterThan(0);
  });
});

describe('the price of a selling unit', () => {
  const quantity = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_000_000 }));
  const unit = fc.record({
    quantity,
    customNaira: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { freq: 4 }),
    active: fc.boolean(),
  });
  const product = fc.record({
    priceNaira: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 100_000_000 })),
    units: fc.array(unit, { minLength: 1, maxLength: 5 }),
  });
  const halves = [
    { priceNaira: 1, units: [1, 2].map((quantity) => ({ quantity, customNaira: null, active: true })) },
    {
      priceNaira: 5,
      units: [1, 2, 3, 10].map((quantity) => ({ quantity, customNaira: null, active: true })),
    },
  ];
  const products = [...halves, ...fc.sample(product, { seed: SEED, numRuns: 200 })];

  it('frozen by a group that opens is the price the product showed before', async () => {
    const ids: string[] = [];
    for (const { priceNaira, units } of products) {
      const id = await shop.product(100);
      ids.push(id);
      await shop.db.query(
        'UPDATE products SET price_kobo = $2, base_price_kobo = $2, units_enabled = true, base_unit_name = $3 WHERE id = $1',
        [id, nairaToKobo(priceNaira), 'kg'],
      );
      await shop.db.query(
        `INSERT INTO selling_units (product_id, name, display_name, base_unit_qty, price_type, custom_price_kobo,
           base_price_kobo, active)
         SELECT $1, 'unit-' || u.place, 'Unit', u.quantity,
           CASE WHEN u.custom IS NULL THEN 'calculated' ELSE 'manual' END, u.custom, 100, u.active
         FROM unnest($2::int[], $3::bigint[], $4::boolean[]) WITH ORDINALITY AS u (quantity, custom, active, place)`,
        [
          id,
          units.map((one) => one.quantity),
          units.map((one) => one.customNaira && nairaToKobo(one.customNaira)),
          units.map((one) => one.active),
        ],
      );
    }
    const before = await findProductsByIds(shop.db, ids);
    await shop.db.query('SELECT joinable_group(id, app_now(), 48) FROM unnest($1::uuid[]) AS id', [ids]);
    const after = await findProductsByIds(shop.db, ids);
    const sorted = (offer: ReturnType<typeof computeCurrentProductPrices>) => ({
      ...offer,
      units: offer.units.toSorted((one, other) => one.name.localeCompare(other.name)),
    });
    for (const id of ids) {
      const [shown, frozen] = [before.get(id), after.get(id)];
      if (!shown || !frozen) throw new Error('the product is gone');
      expect([shown.group, frozen.group?.isJoinable]).toEqual([null, true]);
      expect(sorted(computeCurrentProductPrices(frozen))).toEqual(sorted(computeCurrentProductPrices(shown)));
    }
    await expectInvariants(shop.db);
  });
});

it('one function writes notifications, whoever calls it', () => {
  const writers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql') && !path.includes('migrations'))
    .filter((path) => {
      const text = readFileSync(join('server', path), 'utf8');
      return /insert into outbox[^;]*?(?:p_topic|'notice'|'group\.)/s.test(text);
    });
  expect(writers).toEqual(['outbox/sql/write_notification.sql']);
});

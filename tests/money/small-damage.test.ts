import { beforeAll, expect, it } from 'vitest';
import { checkInvariantsInTransaction, invariants } from '../../server/features/invariants/invariants.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { judgeDamage } from './support/damage.ts';
import { fillShop } from './support/filled-shop.ts';
import { withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

beforeAll(async () => {
  await fillShop(shop);
});

const nobody = `'00000000-0000-4000-8000-000000000000'`;
/** Builds an outbox row that would do the work, from a topic and a payload. */
const waiting = (topic: string, payload: string, change = 'now(), NULL::timestamptz') =>
  `INSERT INTO outbox (topic, dedupe_key, payload, created_at, dead_at)
   SELECT '${topic}', 'damage:' || random(), ${payload}, ${change}`;
const ofSomebodyElse = waiting('referral', `jsonb_build_object('userId', ${nobody})`);
const tooOld = `now() - interval '11 minutes', NULL::timestamptz`;
const givenUp = `now(), now()`;

const noNotice = `DELETE FROM notifications WHERE title = 'Group Buy Secured'`;
const ofItsGroup = (change?: string) =>
  `${waiting('group.successful', `jsonb_build_object('groupId', id)`, change)} FROM groups`;
const ofReferees = (change?: string) =>
  `${waiting('referral', `jsonb_build_object('userId', referee_id)`, change)} FROM referrals`;
const event = (result: string) =>
  `INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, processed_at, result, created_at)
   VALUES ('x', 'damage', true, '{}', ${result}, app_now() - interval '3 days')`;
const posting = (kind: string, ref: string, from: string, to: string) =>
  `INSERT INTO ledger_tx (kind, ref, reason) VALUES ('${kind}', ${ref}, 'x');
   INSERT INTO ledger_entries (tx_id, account_id, amount_kobo)
   SELECT (SELECT max(id) FROM ledger_tx), id, CASE id WHEN ${from} THEN -100 ELSE 100 END
   FROM ledger_accounts WHERE id IN (${from}, ${to})`;
const account = (code: string) => `(SELECT id FROM ledger_accounts WHERE code = '${code}')`;
const someWallet = `(SELECT max(account_id) FROM wallets)`;
const entryOf = (kind: string, accounts: string) =>
  `(SELECT min(e.id) FROM ledger_entries e JOIN ledger_tx t ON t.id = e.tx_id JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.kind = '${kind}' AND a.kind = '${accounts}')`;

/** Adds three friends who count for a referrer. */
const threeMore = `INSERT INTO referrals (referee_id, referrer_id, qualified_at, qualifying_item)
  SELECT u.id, r.id, app_now(), (SELECT min(id) FROM order_items)
  FROM users u, (SELECT min(referrer_id::text)::uuid AS id FROM referrals) r
  WHERE u.id <> r.id AND u.id NOT IN (SELECT referee_id FROM referrals) LIMIT 3`;

/** Finds what one invariant reports while the damage is in the tables. */
async function judge(name: string, damage: string): Promise<string> {
  const invariant = invariants.filter((one) => one.name === name);
  const [result] = await judgeDamage(shop.db, damage, (tx) => checkInvariantsInTransaction(tx, invariant));
  return result?.breaches.join('; ') ?? 'no such invariant';
}

/** Each case: the invariant, the words for the damage, the damage, and what the invariant must report. */
it.each([
  [
    'I5',
    'a forming group counts what was paid back',
    `UPDATE order_items SET refunded_kobo = paid_kobo WHERE group_id IN (SELECT id FROM groups WHERE status = 'active')`,
    /paid back and counts/,
  ],
  [
    'I6',
    'a group in review has its minimum and came from forming',
    `UPDATE groups SET status = 'manual_review', review_from = 'active', review_due = 'infinity', min_units = units_sold
     WHERE status = 'active'`,
    /manual_review/,
  ],
  [
    'I8',
    'two transactions are wrong by the same, one up and one down',
    `UPDATE provider_transactions t SET amount_kobo = amount_kobo + CASE place WHEN 1 THEN 100 ELSE -100 END
     FROM (SELECT tx_id, row_number() OVER (ORDER BY tx_id) AS place FROM provider_transactions WHERE outcome = 'ordered') two
     WHERE two.tx_id = t.tx_id AND place <= 2`,
    /transaction .*: posted/,
  ],
  [
    'I11',
    'an order is worth more than its payment',
    'UPDATE orders SET total_kobo = total_kobo + 100',
    /order GB-/,
  ],
  [
    'I11',
    'an order is of another shopper',
    `UPDATE orders SET user_id = (SELECT min(id::text)::uuid FROM users)`,
    /order GB-/,
  ],
  ['I12', 'an unreadable event has no item', event(`now(), 'unreadable'`), /nobody could read/],
  ['I12', 'an event waits since before the clock was moved', event('NULL, NULL'), /waits/],
  [
    'I12',
    'an event was given up',
    `${event('NULL, NULL')}; UPDATE provider_events SET created_at = app_now() WHERE dedupe_key = 'damage';
     INSERT INTO outbox (topic, dedupe_key, payload, dead_at)
     SELECT 'provider_event', 'provider_event:' || id, '{}', now() FROM provider_events WHERE dedupe_key = 'damage'`,
    /given up/,
  ],
  [
    'I13',
    'a posting is of no payment',
    posting('order_payment', `'gb-nobody'`, account('provider:flutterwave'), account('sales')),
    /gb-nobody/,
  ],
  [
    'I13',
    'a credit is in the wallet of another',
    `UPDATE ledger_entries SET account_id = ${someWallet} WHERE id = ${entryOf('late_credit', 'wallet')}`,
    /another shopper/,
  ],
  [
    'I18',
    'a round is owed while work for somebody else waits',
    `DELETE FROM referral_rounds; ${ofSomebodyElse}`,
    /owed a round/,
  ],
  ['I18', 'a round is owed for long', `${threeMore}; ${ofReferees(tooOld)}`, /owed a round/],
  [
    'I18',
    'a round is owed and its work was given up',
    `DELETE FROM referral_rounds; ${ofReferees(givenUp)}`,
    /owed a round/,
  ],
  [
    'I18',
    'a round was paid for referrals that had been taken back',
    `UPDATE referrals SET reversed_at = qualified_at - interval '1 day'`,
    /counted at round/,
  ],
  [
    'I18',
    'a round was paid for referrals that nobody cleared',
    `UPDATE referrals SET flags = '{same_device}'`,
    /counted at round/,
  ],
  [
    'I18',
    'a bonus is of no round',
    posting('referral_bonus', `'x:9'`, account('promo:referral'), someWallet),
    /of no round/,
  ],
  [
    'I19',
    'a purchase did not count',
    'UPDATE referrals SET qualified_at = NULL, qualifying_item = NULL',
    /does not count/,
  ],
  [
    'I19',
    'nothing counts any more while work for somebody else waits',
    `UPDATE order_items SET counted = false; ${ofSomebodyElse}`,
    /counts/,
  ],
  [
    'I19',
    'nothing counts any more for long',
    `UPDATE order_items SET counted = false; ${ofReferees(tooOld)}`,
    /counts/,
  ],
  [
    'I19',
    'nothing counts, and its work was given up',
    `UPDATE order_items SET counted = false; ${ofReferees(givenUp)}`,
    /counts/,
  ],
  ['I20', 'a notice is missing for long', `${noNotice}; ${ofItsGroup(tooOld)}`, /0 notices/],
  [
    'I20',
    'a notice is missing and its work was given up',
    `${noNotice}; ${ofItsGroup(givenUp)}`,
    /0 notices/,
  ],
  [
    'I20',
    'a notice of an old group is missing',
    `${noNotice}; UPDATE groups SET succeeded_at = succeeded_at - interval '30 days', status = 'delivered' WHERE status = 'secured'`,
    /0 notices/,
  ],
  [
    'I22',
    'an item lies in a group of another product',
    `UPDATE order_items SET group_id = (SELECT id FROM groups WHERE status = 'active' LIMIT 1) WHERE group_id IN (
       SELECT id FROM groups WHERE status = 'secured')`,
    /another product/,
  ],
  [
    'I22',
    'an item joined at another time',
    `UPDATE order_items SET joined_at = joined_at + interval '1 hour'`,
    /order GB-/,
  ],
  ['I22', 'a paid item does not count', `UPDATE order_items SET counted = false`, /was not paid back/],
  [
    'I28',
    'a live payment has lost its hold',
    `UPDATE wallet_holds SET status = 'released', resolved_at = now() WHERE status = 'held'`,
    /has no hold/,
  ],
  [
    'I30',
    'a reversal is of another transaction of the ledger',
    `UPDATE provider_reversals SET id = 'other'`,
    /on its provider/,
  ],
  [
    'I33',
    'a payment is in the escrow of another group',
    `UPDATE ledger_entries SET account_id = (SELECT max(id) FROM ledger_accounts WHERE kind = 'escrow')
     WHERE id = ${entryOf('order_payment', 'escrow')}`,
    /payment .* put/,
  ],
  [
    'I33',
    'two groups gave each what the other refunded',
    `UPDATE order_items i SET refunded_kobo = 0 FROM groups g WHERE g.id = i.group_id AND g.status = 'refunded';
     UPDATE order_items i SET refunded_kobo = paid_kobo FROM groups g WHERE g.id = i.group_id AND g.status = 'secured'`,
    /group .* gave/,
  ],
  ['I34', 'a payout is of another name', `UPDATE provider_settlements SET id = 'other'`, /payout other/],
] as const)('%s names it when %s', async (invariant, _what, damage, words) => {
  expect(await judge(invariant, damage)).toMatch(words);
});

it.each([
  ['I18', 'the work for it waits', `${threeMore}; ${ofReferees()}`],
  [
    'I19',
    'the work for it waits',
    `UPDATE referrals SET qualified_at = NULL, qualifying_item = NULL; ${ofReferees()}`,
  ],
  ['I20', 'the notices are on their way', `${noNotice}; ${ofItsGroup()}`],
  [
    'I17',
    'only the clock was moved',
    `UPDATE settings SET value = to_jsonb((value #>> '{}')::numeric + 9e9), updated_at = now() WHERE key = 'clock_offset';
     UPDATE settings SET value = to_jsonb(0), updated_at = now() WHERE key = 'clock_offset_before'`,
  ],
] as const)('%s holds while %s', async (invariant, _why, damage) => {
  expect(await judge(invariant, damage)).toBe('');
});

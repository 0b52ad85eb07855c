import type { PostingKind } from '../../ledger/posting-kinds.ts';
import type { Invariant } from './invariant.ts';

const FROM_PROVIDER = ['order_payment', 'overpaid', 'late_credit'] as const;
const REVERSALS = ['reversal', 'reversal_undone', 'reversal_collected', 'reversal_credited'] as const;
const TO_WALLET = ['group_refund', 'item_refund', 'review_release', 'card_refund_failed'] as const;
const REWARDS = ['referral_bonus', 'referral_welcome'] as const;

/** Which postings may touch an account: its code as SQL's LIKE reads it, its kinds. Every account has one line. */
const RULES: readonly (readonly [code: string, kinds: readonly PostingKind[]])[] = [
  [
    'wallet:%',
    [...FROM_PROVIDER, ...TO_WALLET, ...REWARDS, 'goodwill', 'wallet_given_up', 'card_refund', ...REVERSALS],
  ],
  ['escrow:%', ['order_payment', 'group_release', 'group_unrelease', 'group_refund', 'item_refund']],
  ['sales', ['order_payment', 'group_release', 'group_unrelease', 'item_refund']],
  ['provider:%', [...FROM_PROVIDER, 'unmatched', 'reversal', 'reversal_undone', 'settlement']],
  ['promo:referral', REWARDS],
  // Also what rounds a credit up to whole naira.
  [
    'promo:goodwill',
    ['goodwill', 'wallet_given_up', 'overpaid', 'late_credit', ...TO_WALLET, ...REWARDS, 'reversal_credited'],
  ],
  ['suspense%', ['unmatched', 'review_release', 'review_return']],
  ['refunds:card%', ['card_refund', 'card_refund_failed', 'review_return', ...REVERSALS]],
  ['chargebacks%', REVERSALS],
  ['bank', ['settlement']],
  ['fees:%', ['settlement']],
];
const ALLOWED = RULES.flatMap(([code, kinds]) => kinds.map((kind) => `('${code}', '${kind}')`)).join(', ');

/** Laws of the shop's own accounts: each has a rule of what may touch it, and a sum that other tables know too. */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'I32',
    law: 'Every account is touched by its own kinds of postings only',
    sql: `SELECT DISTINCT t.kind || ' on ' || regexp_replace(a.code, '^(wallet|escrow):.*', '\\1') AS breach
          FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_tx t ON t.id = e.tx_id
          WHERE NOT EXISTS (
            SELECT FROM (VALUES ${ALLOWED}) AS allowed (code, kind) WHERE a.code LIKE allowed.code AND t.kind = allowed.kind)`,
  },
  {
    name: 'I33',
    law: 'Sales and escrow together are what the items of all orders are worth',
    sql: `SELECT 'sales and escrow hold ' || held.kobo || ', items ' || items.kobo AS breach
          FROM (SELECT coalesce(sum(e.amount_kobo), 0) AS kobo FROM ledger_entries e
                  JOIN ledger_accounts a ON a.id = e.account_id AND (a.code = 'sales' OR a.kind = 'escrow')) held,
               (SELECT coalesce(sum(paid_kobo - refunded_kobo), 0) AS kobo FROM order_items) items
          WHERE held.kobo <> items.kobo`,
  },
  {
    name: 'I34',
    law: 'Bank and fees are what the provider paid out and kept',
    sql: `SELECT a.code || ' has ' || coalesce(sum(e.amount_kobo), 0) || ' of payouts' AS breach
          FROM ledger_accounts a LEFT JOIN (
            ledger_entries e JOIN ledger_tx t ON t.id = e.tx_id AND t.kind = 'settlement') ON e.account_id = a.id
          WHERE a.code = 'bank' OR a.code LIKE 'fees:%' OR a.code LIKE 'provider:%' GROUP BY a.code
          HAVING coalesce(sum(e.amount_kobo), 0) <> (
            SELECT coalesce(sum(CASE WHEN a.code = 'bank' THEN -s.net_kobo
                WHEN a.code = s.account THEN s.net_kobo + s.fee_kobo
                WHEN a.code = replace(s.account, 'provider:', 'fees:') THEN -s.fee_kobo ELSE 0 END), 0)
            FROM provider_settlements s)`,
  },
];

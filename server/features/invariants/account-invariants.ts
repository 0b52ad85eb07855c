import { buildLagosDayStartSql, LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL } from '../../ledger/ledger-days.ts';
import type { PostingKind } from '../../ledger/posting-kinds.ts';
import type { Invariant } from './invariant.ts';

const FROM_PROVIDER = ['order_payment', 'overpaid', 'late_credit'] as const;
const REVERSALS = ['reversal', 'reversal_undone', 'reversal_collected', 'reversal_credited'] as const;
const TO_WALLET = ['group_refund', 'item_refund', 'review_release', 'card_refund_failed'] as const;
const REWARDS = ['referral_bonus', 'referral_welcome'] as const;

/** The posting kinds that each ledger account may have. Every account matches exactly one pattern. */
const RULES: readonly (readonly [code: string, kinds: readonly PostingKind[]])[] = [
  [
    'wallet:%',
    [...FROM_PROVIDER, ...TO_WALLET, ...REWARDS, 'goodwill', 'wallet_given_up', 'card_refund', ...REVERSALS],
  ],
  ['escrow:%', ['order_payment', 'group_release', 'group_unrelease', 'group_refund', 'item_refund']],
  ['sales', ['order_payment', 'group_release', 'group_unrelease', 'item_refund']],
  ['provider:%', [...FROM_PROVIDER, 'unmatched', 'reversal', 'reversal_undone', 'settlement']],
  ['promo:referral', REWARDS],
  // Wallet credits are rounded to whole naira. The difference is posted to `promo:goodwill`, so this account has many
  // kinds.
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

/** Checks the shop's own accounts: each has allowed posting kinds, and a balance that other tables confirm. */
export const ledgerAccountInvariants: readonly Invariant[] = [
  {
    name: 'I32',
    description: 'Every account is touched by its own kinds of postings only',
    sql: `SELECT DISTINCT t.kind || ' on ' || regexp_replace(a.code, '^(wallet|escrow):.*', '\\1') AS breach
          FROM judged_ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
          WHERE NOT EXISTS (
            SELECT FROM (VALUES ${ALLOWED}) AS allowed (code, kind) WHERE a.code LIKE allowed.code AND t.kind = allowed.kind)`,
  },
  {
    name: 'I33',
    description:
      'Sales and escrow are what the items of all orders are worth, in sum, for each payment and for each group',
    sums: `SELECT 'sales and escrow hold ' || held.kobo || ', items ' || items.kobo AS breach
          FROM (SELECT coalesce(sum(kobo), 0) AS kobo FROM ledger_sums WHERE account IN ('sales', 'escrow')) held,
               (SELECT coalesce(sum(paid_kobo - refunded_kobo), 0) AS kobo FROM order_items) items
          WHERE held.kobo <> items.kobo`,
    // A payment must post each group line to the group's escrow, and each solo line to sales.
    sql: `SELECT 'payment ' || ref || ' put ' || coalesce(posted.kobo, 0) || ' into ' || code || ', items ' ||
            coalesce(bought.kobo, 0) AS breach
          FROM (SELECT t.ref, a.code, sum(e.amount_kobo) AS kobo FROM judged_payments p JOIN ledger_tx t ON t.ref = p.reference
                  JOIN ledger_entries e ON e.tx_id = t.id
                  JOIN ledger_accounts a ON a.id = e.account_id AND (a.code = 'sales' OR a.kind = 'escrow')
                WHERE t.kind = 'order_payment' GROUP BY 1, 2) posted
          FULL JOIN (SELECT p.reference AS ref, CASE i.mode WHEN 'solo' THEN 'sales' ELSE 'escrow:' || i.group_id END AS code,
                  sum(i.paid_kobo) AS kobo FROM judged_payments p JOIN orders o ON o.payment_id = p.id
                  JOIN order_items i ON i.order_id = o.id GROUP BY 1, 2) bought USING (ref, code)
          WHERE coalesce(posted.kobo, 0) <> coalesce(bought.kobo, 0)
          UNION ALL
          -- Later postings move a group's money between escrow and sales; only refunds of its items may reduce the sum.
          SELECT 'group ' || group_id || ' gave ' || -coalesce(moved.kobo, 0) || ', refunded ' || coalesce(items.kobo, 0)
          FROM (SELECT t.group_id, sum(e.amount_kobo) FILTER (WHERE a.code = 'sales' OR a.group_id = t.group_id) AS kobo
                FROM (SELECT l.id, g.id AS group_id FROM judged_groups g JOIN ledger_tx l ON l.ref = g.id::text
                      WHERE l.kind IN ('group_release', 'group_unrelease')
                      UNION ALL SELECT l.id, i.group_id FROM judged_groups g JOIN order_items i ON i.group_id = g.id
                      JOIN ledger_tx l ON split_part(l.ref, ':', 1) = i.id::text
                      WHERE l.kind IN ('group_refund', 'item_refund')) t
                JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id GROUP BY 1) moved
          FULL JOIN (SELECT group_id, sum(refunded_kobo) AS kobo FROM judged_groups g JOIN order_items i ON i.group_id = g.id
                GROUP BY 1) items USING (group_id)
          WHERE coalesce(moved.kobo, 0) <> -coalesce(items.kobo, 0)`,
  },
  {
    name: 'I34',
    description: 'Bank and fees are what the provider paid out and kept',
    sql: `SELECT a.code || ' has ' || coalesce(sum(l.kobo), 0) || ' of payouts' AS breach
          FROM ledger_accounts a LEFT JOIN ledger_sums l ON l.account = a.code AND l.kind = 'settlement'
          WHERE a.kind = 'system' AND (a.code = 'bank' OR a.code LIKE 'fees:%' OR a.code LIKE 'provider:%') GROUP BY a.code
          HAVING coalesce(sum(l.kobo), 0) <> (
            SELECT coalesce(sum(CASE WHEN a.code = 'bank' THEN -s.net_kobo
                WHEN a.code = s.account THEN s.net_kobo + s.fee_kobo
                WHEN a.code = replace(s.account, 'provider:', 'fees:') THEN -s.fee_kobo ELSE 0 END), 0)
            FROM provider_settlements s)
          UNION ALL
          SELECT 'payout ' || s.id || ' is booked otherwise' FROM judged_provider_settlements s
          WHERE (
            SELECT coalesce(sum(e.amount_kobo), 0) FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id
              JOIN ledger_accounts a ON a.id = e.account_id AND a.code = s.account
            WHERE t.kind = 'settlement' AND t.ref = s.id) <> s.net_kobo + s.fee_kobo`,
  },
  {
    name: 'I35',
    description: 'A sealed day is the sum of the entries before its end',
    sql: `SELECT 'day ' || day || ': ' || account || ' by ' || kind AS breach
          FROM (SELECT d.day, d.account, d.kind, d.credited_kobo - coalesce(b.credited_kobo, 0) AS credited,
                  d.debited_kobo - coalesce(b.debited_kobo, 0) AS debited
                FROM judged_ledger_days d LEFT JOIN ledger_days b
                  ON b.day = d.day - 1 AND b.account = d.account AND b.kind = d.kind) sealed
          FULL JOIN (
            -- One subquery for each day, because PostgreSQL can estimate how few entries one day has.
            SELECT days.day, of_day.* FROM (SELECT DISTINCT day FROM judged_ledger_days) days CROSS JOIN LATERAL (
              SELECT ${LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL} AS account, t.kind,
                sum(greatest(e.amount_kobo, 0)) AS credited, sum(greatest(-e.amount_kobo, 0)) AS debited
              FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
              WHERE t.created_at >= ${buildLagosDayStartSql('days.day')} AND t.created_at < ${buildLagosDayStartSql('days.day + 1')}
              GROUP BY 1, 2) of_day) posted USING (day, account, kind)
          WHERE (coalesce(sealed.credited, 0), coalesce(sealed.debited, 0))
            IS DISTINCT FROM (coalesce(posted.credited, 0), coalesce(posted.debited, 0))`,
  },
];

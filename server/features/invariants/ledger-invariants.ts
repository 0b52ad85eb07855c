import type { Invariant } from './invariant.ts';

/** Builds SQL for a ledger account's code in row `t`'s currency, as the SQL function `account_in` builds it. */
const accountIn = (code: string): string =>
  `${code} || CASE t.currency WHEN 'NGN' THEN '' ELSE ':' || upper(left(t.currency, 10)) END`;

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'I1',
    description: 'All ledger entries sum to 0',
    sql: `SELECT 'the ledger sums to ' || sum(amount_kobo) AS breach FROM judged_ledger_tx t
            JOIN ledger_entries e ON e.tx_id = t.id
          HAVING sum(amount_kobo) <> 0`,
  },
  {
    name: 'I2',
    description: 'Every ledger transaction sums to 0 and has at least two entries',
    sql: `SELECT 'transaction ' || t.id || ': ' || count(e.id) || ' entries, sum ' ||
            coalesce(sum(e.amount_kobo), 0) AS breach
          FROM judged_ledger_tx t LEFT JOIN ledger_entries e ON e.tx_id = t.id
          GROUP BY t.id HAVING count(e.id) < 2 OR sum(e.amount_kobo) <> 0`,
  },
  {
    name: 'I3',
    description: 'No wallet is below 0 and none holds more than it has',
    sql: `SELECT 'wallet of ' || user_id || ': balance ' || balance_kobo || ', held ' || held_kobo AS breach
          FROM judged_wallets WHERE balance_kobo < 0 OR held_kobo < 0 OR held_kobo > balance_kobo`,
  },
  {
    name: 'I4',
    description: 'A wallet equals its entries, its totals and its live holds',
    sql: `SELECT 'wallet of ' || w.user_id AS breach
          FROM judged_wallets w
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(amount_kobo), 0) AS balance,
              coalesce(sum(amount_kobo) FILTER (WHERE amount_kobo > 0), 0) AS credit,
              coalesce(-sum(amount_kobo) FILTER (WHERE amount_kobo < 0), 0) AS debit, count(*) AS entries
            FROM ledger_entries WHERE account_id = w.account_id) e ON true
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(amount_kobo), 0) AS held
            FROM wallet_holds WHERE user_id = w.user_id AND status = 'held') h ON true
          WHERE (w.balance_kobo, w.credit_total_kobo, w.debit_total_kobo, w.tx_count, w.held_kobo)
            IS DISTINCT FROM (e.balance, e.credit, e.debit, e.entries, h.held)
            OR w.credit_total_kobo - w.debit_total_kobo <> w.balance_kobo
          UNION ALL
          SELECT 'shopper ' || id || ' has no wallet' FROM judged_users u
          WHERE NOT EXISTS (SELECT FROM wallets WHERE user_id = u.id)`,
  },
  {
    name: 'I36',
    description: 'The wallet of a deleted account is 0',
    sql: `SELECT 'wallet of the deleted account ' || w.user_id || ': ' || w.balance_kobo AS breach
          FROM judged_wallets w JOIN users u ON u.id = w.user_id
          WHERE u.deleted_at IS NOT NULL AND (w.balance_kobo <> 0 OR w.held_kobo <> 0)`,
  },
  {
    name: 'I7',
    description:
      'Escrow is what the uncollected items of an unfinished group are worth, and 0 from secured and refunded on',
    sql: `SELECT 'group ' || g.id || ' (' || g.status || '): escrow ' || e.balance || ', items ' || i.open AS breach
          FROM judged_groups g
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(l.amount_kobo), 0) AS balance
            FROM ledger_accounts a JOIN ledger_entries l ON l.account_id = a.id WHERE a.group_id = g.id) e ON true
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(paid_kobo - refunded_kobo), 0) AS open
            FROM order_items WHERE group_id = g.id AND collected_at IS NULL) i ON true
          WHERE e.balance <> CASE
            WHEN g.status IN ('active', 'successful', 'failed') THEN i.open
            WHEN g.status = 'manual_review' AND g.secured_at IS NULL THEN i.open
            ELSE 0 END`,
  },
  {
    name: 'I8',
    description: 'What the provider account owes equals the card money received, in sum and for each payment',
    sums: `SELECT 'posted ' || p.posted || ', received ' || r.received AS breach
          FROM ledger_accounts a
          LEFT JOIN LATERAL (
            SELECT coalesce(-sum(kobo), 0) AS posted FROM ledger_sums
            WHERE account = a.code AND kind NOT IN ('settlement', 'reversal', 'reversal_undone')) p ON true
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(amount_kobo) FILTER (WHERE amount_kobo > 0), 0) AS received
            FROM provider_transactions t WHERE outcome IS NOT NULL AND ${accountIn('t.account')} = a.code) r ON true
          WHERE a.kind = 'system' AND a.code LIKE 'provider:%' AND p.posted <> r.received`,
    sql: `SELECT 'transaction ' || x.tx_id || ': posted ' || x.posted || ', received ' || x.amount_kobo AS breach FROM (
            SELECT t.tx_id, t.amount_kobo, coalesce((
              SELECT -sum(e.amount_kobo) FROM ledger_tx l JOIN ledger_entries e ON e.tx_id = l.id
                JOIN ledger_accounts a ON a.id = e.account_id AND a.code = ${accountIn('t.account')}
              WHERE l.kind IN ('overpaid', 'late_credit', 'unmatched') AND l.ref = t.tx_id), 0) + coalesce((
              SELECT -sum(e.amount_kobo) FROM ledger_tx l JOIN ledger_entries e ON e.tx_id = l.id
                JOIN ledger_accounts a ON a.id = e.account_id AND a.code = ${accountIn('t.account')}
              WHERE t.outcome = 'ordered' AND l.kind = 'order_payment' AND l.ref = t.reference), 0) AS posted
            FROM judged_provider_transactions t WHERE t.outcome IS NOT NULL AND t.amount_kobo > 0) x
          WHERE x.posted <> x.amount_kobo
          UNION ALL
          SELECT 'payment ' || p.reference || ': the wallet gave ' || -w.kobo || ' of ' || p.wallet_kobo
          FROM judged_payments p CROSS JOIN LATERAL (
            SELECT coalesce(sum(e.amount_kobo), 0) AS kobo FROM ledger_tx l JOIN ledger_entries e ON e.tx_id = l.id
              JOIN wallets w ON w.account_id = e.account_id
            WHERE l.kind = 'order_payment' AND l.ref = p.reference) w
          WHERE p.outcome = 'ordered' AND w.kobo <> -p.wallet_kobo
          UNION ALL
          SELECT 'transaction ' || tx_id || ' is on no account' FROM judged_provider_transactions t
          WHERE outcome IS NOT NULL AND NOT EXISTS (SELECT FROM ledger_accounts WHERE code = t.account)`,
  },
  {
    name: 'I29',
    description: 'Suspense is the money of the open review items, in each currency',
    sql: `WITH parked AS (
            SELECT r.id, r.status, t.tx_id, t.amount_kobo, ${accountIn("'suspense'")} AS code
            FROM (SELECT * FROM recon_items WHERE status = 'open' UNION SELECT * FROM judged_recon_items) r
              JOIN provider_transactions t ON t.tx_id = r.reference
            WHERE r.kind = 'review' AND t.outcome = 'review' AND is_parked(t.tx_id))
          SELECT 'item ' || id || ' is resolved, but ' || amount_kobo || ' of transaction ' || tx_id ||
            ' are in suspense' AS breach FROM parked WHERE status <> 'open'
          UNION ALL
          SELECT coalesce(held.code, open.code) || ' holds ' || coalesce(held.kobo, 0) || ', open items ' || coalesce(open.kobo, 0)
          FROM (SELECT account AS code, sum(kobo) AS kobo FROM ledger_sums WHERE account LIKE 'suspense%' GROUP BY 1) held
          FULL JOIN (SELECT code, sum(amount_kobo) AS kobo FROM parked WHERE status = 'open' GROUP BY 1) open USING (code)
          WHERE coalesce(held.kobo, 0) <> coalesce(open.kobo, 0)`,
  },
  {
    name: 'I30',
    description:
      'What went back to cards is on the account of its provider, and what no wallet gave is the loss of the shop',
    sql: `WITH expected AS (
            SELECT code, sum(kobo) AS kobo FROM (
              SELECT account AS code, amount_kobo AS kobo FROM provider_reversals WHERE status = 'taken'
              UNION ALL
              SELECT ${accountIn("CASE kind WHEN 'refund' THEN 'refunds:card' ELSE 'chargebacks' END")},
                collected_kobo - amount_kobo FROM provider_reversals t WHERE status = 'taken'
              UNION ALL
              SELECT ${accountIn("'refunds:card'")}, t.amount_kobo - coalesce(r.collected, 0)
              FROM ledger_tx l JOIN provider_transactions t ON t.tx_id = l.ref
              LEFT JOIN (SELECT tx_id, sum(collected_kobo) AS collected FROM provider_reversals GROUP BY 1) r
                ON r.tx_id = t.tx_id
              WHERE l.kind = 'review_return'
              UNION ALL SELECT 'refunds:card', amount_kobo FROM card_refunds WHERE status IN ('asked', 'sent')) all_of
            GROUP BY code
          ), posted AS (
            SELECT account AS code, sum(kobo) AS kobo FROM ledger_sums
            WHERE account LIKE 'refunds:card%' OR account LIKE 'chargebacks%'
              OR account LIKE 'provider:%' AND kind IN ('reversal', 'reversal_undone')
            GROUP BY account
          )
          SELECT code || ': ' || coalesce(posted.kobo, 0) || ' posted, ' || coalesce(expected.kobo, 0) || ' expected' AS breach
          FROM posted FULL JOIN expected USING (code)
          WHERE coalesce(posted.kobo, 0) <> coalesce(expected.kobo, 0)
          UNION ALL
          SELECT r.kind || ' ' || r.id || ' (' || r.status || '): ' || posted.kobo || ' on its provider' AS breach
          FROM judged_provider_reversals r CROSS JOIN LATERAL (
            SELECT coalesce(sum(e.amount_kobo), 0) AS kobo FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id
              JOIN ledger_accounts a ON a.id = e.account_id AND a.code = r.account
            WHERE t.kind IN ('reversal', 'reversal_undone') AND t.ref = r.kind || ':' || r.id) posted
          WHERE posted.kobo <> CASE r.status WHEN 'taken' THEN r.amount_kobo ELSE 0 END`,
  },
  {
    name: 'I31',
    description: 'A refund to a card has left the wallet once, and is there again exactly when it failed',
    sql: `SELECT 'refund ' || c.id || ' is ' || c.status || ', the wallet has ' || coalesce(w.kobo, 0) AS breach
          FROM judged_card_refunds c LEFT JOIN LATERAL (
            SELECT sum(e.amount_kobo) AS kobo FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id
              JOIN ledger_accounts a ON a.id = e.account_id AND a.code <> 'refunds:card'
            WHERE t.kind IN ('card_refund', 'card_refund_failed') AND t.ref = c.id::text) w ON true
          WHERE coalesce(w.kobo, 0) <> CASE c.status WHEN 'failed' THEN 0 ELSE -c.amount_kobo END
             OR NOT EXISTS (SELECT FROM ledger_tx WHERE kind = 'card_refund' AND ref = c.id::text)
          UNION ALL
          SELECT 'transaction ' || t.tx_id || ': ' || c.kobo || ' to its card of ' || t.amount_kobo
          FROM provider_transactions t JOIN (
            SELECT tx_id, sum(amount_kobo) AS kobo FROM card_refunds
            WHERE status <> 'failed' AND tx_id IN (SELECT tx_id FROM judged_card_refunds) GROUP BY 1) c
            ON c.tx_id = t.tx_id
          WHERE c.kobo > t.amount_kobo`,
  },
];

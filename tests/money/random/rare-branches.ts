import { TRANSACTION_REFUND_TOTALS_JOIN_SQL } from '../../../server/features/payments/reversals/reversals-repository.ts';
import type { Crowd } from './crowd.ts';

const posted = (kind: string) => `SELECT FROM ledger_tx WHERE kind = '${kind}'`;
const ended = (failure: string) => `SELECT FROM payments WHERE failure = '${failure}'`;

/** Events that rarely happen to money, each with a query that finds its rows once the shop is at rest. */
const RARE: Readonly<Record<string, string>> = {
  'a late payment joins the next group': `SELECT FROM payment_lines l JOIN orders o ON o.payment_id = l.payment_id
    JOIN order_items i ON i.order_id = o.id AND i.line_no = l.line_no WHERE i.group_id <> l.group_id`,
  'a full group is joined late': `SELECT FROM order_items i JOIN groups g ON g.id = i.group_id
    WHERE g.kind = 'open' AND i.joined_at > g.succeeded_at`,
  'a member leaves': `SELECT FROM ledger_tx WHERE kind = 'item_refund' AND ref LIKE '%:leave'`,
  'a member takes less': `SELECT FROM ledger_tx WHERE kind = 'item_refund' AND ref LIKE '%:less:%'`,
  'a member takes less and the group is secured': `SELECT FROM order_items i JOIN orders o ON o.id = i.order_id
    JOIN payment_lines l ON l.payment_id = o.payment_id AND l.line_no = i.line_no JOIN groups g ON g.id = i.group_id
    WHERE i.quantity < l.quantity AND i.counted AND g.secured_at IS NOT NULL`,
  'a released group fails': posted('group_unrelease'),
  'a review runs out': `SELECT FROM group_history h WHERE from_status = 'manual_review' AND to_status = 'failed'
    AND NOT EXISTS (SELECT FROM audit_log WHERE action = 'group.fail' AND target = 'group:' || h.group_id)`,
  'a group resumes in its last hour': `SELECT FROM group_history h JOIN groups g ON g.id = h.group_id
    WHERE from_status = 'manual_review' AND to_status = 'active'
      AND g.deadline BETWEEN h.created_at AND h.created_at + interval '1 hour'`,
  'handed-out goods are refunded':
    'SELECT FROM order_items WHERE collected_at IS NOT NULL AND refunded_kobo > 0',
  'a payment is made twice': `SELECT FROM ledger_tx l JOIN provider_transactions t ON t.tx_id = l.ref
    JOIN payments p ON p.reference = t.reference WHERE l.kind = 'late_credit' AND p.provider_tx_id <> t.tx_id`,
  'more is paid than asked': posted('overpaid'),
  'less is paid than asked': ended('paid_less'),
  'the cart was bought meanwhile': ended('cart_bought'),
  'the wallet was spent meanwhile': ended('wallet_short'),
  'the product was withdrawn meanwhile': ended('product_withdrawn'),
  'the limit per person was used up meanwhile': ended('limit_reached'),
  'a deleted account pays': `SELECT FROM ledger_tx l JOIN provider_transactions t ON t.tx_id = l.ref
    JOIN payments p ON p.reference = t.reference JOIN users u ON u.id = p.user_id
    WHERE l.kind = 'unmatched' AND l.created_at >= u.deleted_at`,
  // The wallet of a deleted account is empty, so the row comes from a refund that was under way at the deletion.
  'a refund of a deleted account comes back': `SELECT FROM ledger_tx l JOIN ledger_entries e ON e.tx_id = l.id
    JOIN ledger_accounts a ON a.id = e.account_id
    WHERE l.kind IN ('card_refund_failed', 'reversal_credited') AND a.code = 'promo:goodwill'`,
  'a wallet is given up': posted('wallet_given_up'),
  'suspense goes to a wallet': posted('review_release'),
  'suspense goes back to a card': posted('review_return'),
  'a card refund fails': posted('card_refund_failed'),
  'a reversal is undone': posted('reversal_undone'),
  'a wallet gets back what was collected': posted('reversal_credited'),
  'a reversal comes after the money was spent': `SELECT FROM provider_reversals r
    JOIN provider_transactions t ON t.tx_id = r.tx_id JOIN wallets w ON w.user_id = r.user_id ${TRANSACTION_REFUND_TOTALS_JOIN_SQL}
    WHERE r.status = 'taken' AND of_payment.collected < least(of_payment.reversed, of_payment.credited)`,
  'a reversal is collected later': `SELECT FROM ledger_tx c JOIN ledger_tx r ON r.kind = 'reversal'
    AND c.ref LIKE r.ref || ':%' WHERE c.kind = 'reversal_collected' AND c.created_at > r.created_at`,
  'a friend earns the welcome': posted('referral_welcome'),
};

/** The stories of `story-steps.ts` lead a run of so many operations to every branch; a shorter one may miss some. */
const LONG_RUN = 20_000;

/** Names the branches that a long run never took. Of a shorter run it names none. */
export function findMissedBranches(rare: Record<string, number>, operations: number): string[] {
  return Object.keys(rare).filter((name) => operations >= LONG_RUN && rare[name] === 0);
}

/** Counts how often each rare branch was taken; one that never was is listed with 0. */
export async function countRare(crowd: Crowd): Promise<Record<string, number>> {
  const parts = Object.values(RARE).map(
    (sql, place) => `SELECT ${place} AS place, count(*)::int FROM (${sql}) rare`,
  );
  const rows = await crowd.shop.deps.db.query<{ count: number }>(
    `${parts.join(' UNION ALL ')} ORDER BY place`,
  );
  return Object.fromEntries(Object.keys(RARE).map((name, place) => [name, rows[place]?.count ?? 0]));
}

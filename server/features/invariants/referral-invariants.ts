import { REFERRALS_PER_BONUS } from '#contract/limits.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import { type Invariant, OUTBOX_ROW_IS_PENDING_SQL } from './invariant.ts';

const STAGES = FULFILMENT_STAGES.map((stage) => `'${stage}'`).join(', ');

/** SQL of a `WITH` table `waiting (referee_id)` of the referees whose referral still waits for the referral job. */
const WAITING = `waiting AS (
  SELECT (o.payload ->> 'userId')::uuid AS referee_id FROM outbox o
  WHERE o.topic = 'referral' AND ${OUTBOX_ROW_IS_PENDING_SQL} AND o.payload ->> 'userId' IS NOT NULL
  UNION SELECT m.user_id FROM outbox o JOIN group_members m ON m.group_id = (o.payload ->> 'groupId')::uuid
  WHERE o.topic = 'referral' AND ${OUTBOX_ROW_IS_PENDING_SQL})`;

/**
 * SQL condition: the referee of the referral `f` has bought an item of a secured group and was not refunded in full.
 */
const HAS_BOUGHT = `EXISTS (
  SELECT FROM order_items i JOIN groups g ON g.id = i.group_id
  WHERE i.user_id = f.referee_id AND i.counted AND i.refunded_kobo < i.paid_kobo
    AND coalesce(g.review_from, g.status) IN (${STAGES}))`;

/** SQL condition: referral `f` has no fraud flags, or an operator has decided about it, so it may have counted once. */
const MAY_HAVE_COUNTED = `(f.flags = '{}' OR 0 < (
  SELECT count(*) FROM audit_log WHERE target = 'referral:' || f.referee_id AND action LIKE 'referral.%'))`;

/**
 * Tolerance when two transactions' times are compared: a transaction that started slightly later may have committed
 * first.
 */
const A_MOMENT = `interval '1 minute'`;

export const referralInvariants: readonly Invariant[] = [
  {
    name: 'I18',
    description:
      'Rounds are paid in order, once, at the bonus of their day, when as many referrals each have counted',
    sql: `WITH ${WAITING}
          SELECT 'referrer ' || r.referrer_id || ' round ' || r.round_no AS breach
          FROM judged_referral_rounds r
          LEFT JOIN ledger_tx t ON t.id = r.ledger_tx_id
          LEFT JOIN ledger_entries e ON e.tx_id = t.id AND e.amount_kobo > 0
          WHERE t.kind IS DISTINCT FROM 'referral_bonus' OR t.ref <> r.referrer_id || ':' || r.round_no
             OR e.amount_kobo <> r.bonus_kobo
          UNION ALL
          SELECT 'bonus ' || t.ref || ' is of no round' FROM judged_ledger_tx t
          WHERE t.kind = 'referral_bonus' AND NOT EXISTS (SELECT FROM referral_rounds WHERE ledger_tx_id = t.id)
          UNION ALL
          SELECT 'referrer ' || r.referrer_id || ': ' || counted.then || ' counted at round ' || r.round_no
          FROM (SELECT *, row_number() OVER rounds AS place, sum(group_size) OVER rounds AS referrals
                FROM referral_rounds WHERE referrer_id IN (SELECT referrer_id FROM judged_referral_rounds)
                WINDOW rounds AS (PARTITION BY referrer_id ORDER BY round_no)) r
          CROSS JOIN LATERAL (SELECT count(*) AS then FROM referrals f
            WHERE f.referrer_id = r.referrer_id AND f.qualified_at <= r.created_at + ${A_MOMENT}
              AND coalesce(f.reversed_at, 'infinity') >= r.created_at - ${A_MOMENT} AND ${MAY_HAVE_COUNTED}) counted
          WHERE r.round_no <> r.place OR r.referrals > counted.then
          UNION ALL
          SELECT 'referrer ' || f.referrer_id || ' is owed a round'
          FROM referrals f JOIN users u ON u.id = f.referrer_id AND u.deleted_at IS NULL
          WHERE f.referrer_id IN (SELECT referrer_id FROM judged_referrals)
            AND f.qualified_at IS NOT NULL AND f.reversed_at IS NULL AND f.flags = '{}' AND NOT EXISTS (
            SELECT FROM waiting JOIN referrals w USING (referee_id) WHERE w.referrer_id = f.referrer_id)
          GROUP BY f.referrer_id
          HAVING count(*) / ${REFERRALS_PER_BONUS} > (SELECT count(*) FROM referral_rounds p WHERE p.referrer_id = f.referrer_id)`,
  },
  {
    name: 'I19',
    description: 'A referral counts exactly when a purchase of the friend is secured and not paid back',
    sql: `WITH ${WAITING}
          SELECT 'referral of ' || f.referee_id || CASE WHEN ${HAS_BOUGHT} THEN ' does not count' ELSE ' counts' END AS breach
          FROM judged_referrals f
          WHERE (f.qualified_at IS NOT NULL AND f.reversed_at IS NULL) <> ${HAS_BOUGHT}
            AND NOT EXISTS (SELECT FROM waiting w WHERE w.referee_id = f.referee_id)`,
  },
];

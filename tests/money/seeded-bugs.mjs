/** Money bugs that the random run must find, one edit each. The run fails unless `from` occurs once in its file. */
export const SEEDED_MONEY_BUGS = [
  {
    name: 'a card that paid too little buys the order',
    file: 'server/features/payments/sql/settle_payment.sql',
    from: 'if v_tx.amount_kobo < v_payment.card_kobo then',
    to: 'if v_tx.amount_kobo < 0 then',
  },
  {
    name: 'a payment that is still pending counts as paid',
    file: 'server/features/payments/sql/settle_payment.sql',
    from: "if v_tx.status <> 'successful' then",
    to: "if v_tx.status = 'failed' then",
  },
  {
    name: 'the second success of a payment is dropped',
    file: 'server/features/payments/sql/settle_payment.sql',
    from: "return credit_or_park(v_payment, v_tx, 'paid_again');",
    to: "return jsonb_build_object('result', v_payment.outcome);",
  },
  {
    name: 'what was paid too much is kept',
    file: 'server/features/payments/sql/place_order.sql',
    from: 'if p_received_kobo > p_payment.card_kobo then',
    to: 'if p_received_kobo > p_payment.card_kobo + 100000 then',
  },
  {
    name: 'an attempt that ends leaves its money held',
    file: 'server/features/payments/sql/end_attempt.sql',
    from: "perform end_hold(p_payment, 'released');",
    to: 'null;',
  },
  {
    name: 'a hold that ends is still held in the wallet',
    file: 'server/features/wallet/sql/end_hold.sql',
    from: 'set held_kobo = held_kobo - v_hold.amount_kobo',
    to: 'set held_kobo = held_kobo',
  },
  {
    name: 'who leaves a group is still a participant',
    file: 'server/features/groups/sql/free_units.sql',
    from: 'participant_count = participant_count - v_members',
    to: 'participant_count = participant_count',
  },
  {
    name: 'a refund after the release comes out of the escrow',
    file: 'server/features/groups/group-refund-service.ts',
    from: "item.isReleased ? 'sales' :",
    to: "item.isReleased ? 'escrow:' + groupId :",
  },
  {
    name: 'a refund to a card that failed comes back short',
    file: 'server/features/payments/card-refunds/card-refund-return.ts',
    from: 'const { id, userId, amountKobo } = refund;',
    to: 'const { id, userId } = refund; const amountKobo = 100;',
  },
  {
    name: 'a dispute that we won gives the wallet nothing back',
    file: 'server/features/payments/reversals/reversals.ts',
    from: 'if (userId && collectedKobo > 0) {',
    to: 'if (userId && collectedKobo > 1e12) {',
  },
  {
    name: 'the fee of a payout is booked to the bank',
    file: 'server/features/payments/reconciliation/settlements.ts',
    from: '{ account: fees, amountKobo: -feeKobo }',
    to: "{ account: 'bank', amountKobo: -feeKobo }",
  },
  {
    name: 'a bonus is paid for two friends',
    file: 'server/features/referral/referral-rewards.ts',
    from: 'countEarnedReferralBonuses(await rows.countQualifiedReferrals(tx, referrerId))',
    to: 'countEarnedReferralBonuses(1 + (await rows.countQualifiedReferrals(tx, referrerId)))',
  },
];

/** Bugs that only a power loss shows. */
export const POWER_LOSS_BUGS = [
  {
    name: 'the database does not sync',
    file: 'server/db/embedded/postmaster-start.ts',
    from: "max_connections: '200',",
    to: "max_connections: '200', fsync: 'off',",
  },
];

/**
 * Seeded races for the schedules (tests/money/schedules): a lock, a condition or a re-read that is missing. `about`: the
 * schedules with an operation of this name are played.
 */
export const RACES = [
  {
    name: 'settle judges the payment as it was before the lock',
    about: 'settle',
    file: 'server/features/payments/sql/settle_payment.sql',
    from: 'select * into v_payment from payments where reference = p_reference;\n\n  if p_tx is null then',
    to: 'if p_tx is null then',
  },
  {
    name: 'an approval is done without its lock and without its key',
    about: 'approval',
    file: 'server/ops/approvals/decide.ts',
    from: 'return underAdvisoryLock(db,',
    to: 'const unlocked = (_: unknown, __: string, work: () => Promise<Answer>) => work();\n  return unlocked(db,',
    also: {
      file: 'server/ops/approvals/decide.ts',
      from: '?? Number.POSITIVE_INFINITY,\n    key,',
      to: '?? Number.POSITIVE_INFINITY,\n    key: null,',
    },
  },
  {
    name: 'goods are handed out by what was paid back before the lock',
    about: 'hand-out',
    file: 'server/features/fulfilment/counter-repository.ts',
    from: 'AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo AND ($4',
    to: 'AND i.id IN (SELECT id FROM order_items WHERE collected_at IS NULL AND refunded_kobo < paid_kobo) AND ($4',
  },
];

import { type Static, type TProperties, Type } from 'typebox';
import { Instant, NullableString, Uuid } from './basics.ts';

/** The money of the operator's console. Amounts in naira; what is asked for is whole naira. */

const Reason = Type.String({ minLength: 1, maxLength: 500 });
const Amount = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const Line = Type.Integer({ minimum: 1, maximum: 9999 });
const Figure = Type.Number();
/** What it would come to is told, and nothing is done. */
const DryRun = Type.Optional(Type.Boolean());
const done = <Data extends Parameters<typeof Type.Array>[0]>(data: Data) =>
  Type.Object({ success: Type.Literal(true), data });
/**
 * What an act came to, or would. Where the first answer was cut off, the same act is answered by its row of the log, and
 * what needs a second person by a proposal: then there are no figures.
 */
const acted = <Figures extends TProperties>(figures: Figures) =>
  done(Type.Partial(Type.Object({ ...figures, isDryRun: Type.Boolean(), secondPerson: Type.Boolean() })));

export const OpsGoodwillBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  amount: Amount,
  reason: Reason,
  dryRun: DryRun,
});
export type OpsGoodwillBody = Static<typeof OpsGoodwillBody>;

/** `balance`: of the wallet, afterwards. */
export const OpsGoodwillReply = acted({ userId: Uuid, amount: Figure, balance: Figure });
export type OpsGoodwillReply = Static<typeof OpsGoodwillReply>;

/** Without an amount: all that is left of the line. */
export const OpsRefundItemBody = Type.Object({
  line: Line,
  amount: Type.Optional(Amount),
  reason: Reason,
  dryRun: DryRun,
});
export type OpsRefundItemBody = Static<typeof OpsRefundItemBody>;
export const OpsRefundItemReply = acted({ trackingNumber: Type.String(), line: Line, refunded: Figure });
export type OpsRefundItemReply = Static<typeof OpsRefundItemReply>;

/** With a line, it is paid back first. Without an amount: all of the line, or all that the wallet got and still has. */
export const OpsRefundCardBody = Type.Object({
  line: Type.Optional(Line),
  amount: Type.Optional(Amount),
  reason: Reason,
});
export type OpsRefundCardBody = Static<typeof OpsRefundCardBody>;
const CardRefund = Type.Object({
  reference: Type.String(),
  amount: Figure,
  /** `done`, `sent` until the provider has answered, `failed`, or `spent`: nothing of it is left in the wallet. */
  status: Type.String(),
  failure: NullableString,
});
export const OpsCardRefundsReply = done(Type.Union([Type.Array(CardRefund), Type.Object({})]));
export type OpsCardRefundsReply = Static<typeof OpsCardRefundsReply>;

/** `paidBack`: of the line, into the wallet; `toCard`: what goes on from there. */
export const OpsCardRefundPlanReply = acted({
  reference: Type.String(),
  paidBack: Figure,
  toCard: Figure,
});
export type OpsCardRefundPlanReply = Static<typeof OpsCardRefundPlanReply>;

export const OpsGroupRefundPlanReply = acted({
  groupId: Uuid,
  toCards: Figure,
  refunds: Type.Array(Type.Object({ reference: Type.String(), amount: Figure, status: Type.String() })),
});
export type OpsGroupRefundPlanReply = Static<typeof OpsGroupRefundPlanReply>;

export const OpsReconQuery = Type.Object({ all: Type.Optional(Type.Boolean()) });
export type OpsReconQuery = Static<typeof OpsReconQuery>;

export const OpsReconReply = done(
  Type.Array(
    Type.Object({
      id: Type.Integer(),
      day: Type.String(),
      kind: Type.String(),
      reference: Type.String(),
      ours: Type.Unknown(),
      theirs: Type.Unknown(),
      status: Type.String(),
      note: NullableString,
      dueAt: Instant,
      /** What lies in suspense for it, in its currency. */
      parked: Type.Union([Type.Number(), Type.Null()]),
      currency: NullableString,
    }),
  ),
);
export type OpsReconReply = Static<typeof OpsReconReply>;

export const OpsReconRunBody = Type.Object({ day: Type.String({ format: 'date' }) });
export type OpsReconRunBody = Static<typeof OpsReconRunBody>;

export const OpsReconParams = Type.Object({ item: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) });
export type OpsReconParams = Static<typeof OpsReconParams>;

/** `goes`: of parked money, into a wallet (of `email`, where nobody is known to have paid) or back at the provider. */
export const OpsResolveBody = Type.Object({
  goes: Type.Optional(Type.Enum(['wallet', 'provider'])),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
  reason: Reason,
  dryRun: DryRun,
});
export type OpsResolveBody = Static<typeof OpsResolveBody>;
/** `returned` in the currency that was parked. */
export const OpsResolveReply = acted({ id: Type.Integer(), released: Figure, returned: Figure });
export type OpsResolveReply = Static<typeof OpsResolveReply>;

export const OpsMonthQuery = Type.Object({
  month: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' }),
  csv: Type.Optional(Type.Boolean()),
});
export type OpsMonthQuery = Static<typeof OpsMonthQuery>;

export const OpsMonthReply = done(
  Type.Object({
    month: Type.String(),
    /** Every line together: nothing came from nowhere and nothing went there. */
    balanced: Type.Boolean(),
    figures: Type.Array(Type.Object({ what: Type.String(), naira: Figure })),
    accounts: Type.Array(
      Type.Object({
        account: Type.String(),
        opening: Figure,
        credited: Figure,
        debited: Figure,
        closing: Figure,
      }),
    ),
    csv: Type.Optional(Type.String()),
  }),
);
export type OpsMonthReply = Static<typeof OpsMonthReply>;

export const OpsInvariantsReply = done(
  Type.Object({
    holds: Type.Boolean(),
    invariants: Type.Array(
      Type.Object({
        name: Type.String(),
        law: Type.String(),
        breaches: Type.Array(Type.String()),
        holds: Type.Boolean(),
      }),
    ),
  }),
);
export type OpsInvariantsReply = Static<typeof OpsInvariantsReply>;

import { type Static, Type } from 'typebox';

/** The money of the operator's console. Amounts in whole naira. */

const Reason = Type.String({ minLength: 1, maxLength: 500 });
const Amount = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

export const OpsGoodwillBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  amount: Amount,
  reason: Reason,
});
export type OpsGoodwillBody = Static<typeof OpsGoodwillBody>;

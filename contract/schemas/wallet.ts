import { type Static, Type } from 'typebox';
import { AnyJsonObject, IsoTimestamp, NairaAmount } from './basics.ts';
import { ReferralInfo } from './referral.ts';

export const WalletTransaction = Type.Object({
  id: Type.String(),
  type: Type.Union([Type.Literal('credit'), Type.Literal('debit')]),
  /** Amount in whole naira, always above 0; `type` says whether it was credited or debited. */
  amount: NairaAmount,
  /** Why the balance changed: REFERRAL_BONUS, ORDER, REFUND, or a text that is shown verbatim. */
  reason: Type.String(),
  description: Type.String(),
  createdAt: IsoTimestamp,
  /** Details of the order, group or referral that caused the transaction, such as `orderId` or `groupBuyId`. */
  metadata: Type.Optional(AnyJsonObject),
});
export type WalletTransaction = Static<typeof WalletTransaction>;

export const Wallet = Type.Object({
  success: Type.Literal(true),
  balance: NairaAmount,
  availableBalance: NairaAmount,
  heldAmount: NairaAmount,
  transactions: Type.Array(WalletTransaction),
  referralInfo: ReferralInfo,
  referralEarnings: NairaAmount,
  /** Total of all credits, repeated in `stats.totalEarned`. */
  totalEarned: NairaAmount,
  stats: Type.Object({
    totalSpent: NairaAmount,
    totalTransactions: Type.Integer(),
    totalEarned: NairaAmount,
  }),
});
export type Wallet = Static<typeof Wallet>;

import { type Static, Type } from 'typebox';
import { FreeObject, Instant, Naira } from './basics.ts';
import { ReferralInfo } from './referral.ts';

export const Transaction = Type.Object({
  id: Type.String(),
  type: Type.Union([Type.Literal('credit'), Type.Literal('debit')]),
  /** Whole naira above 0; `type` has the sign. */
  amount: Naira,
  /** REFERRAL_BONUS, ORDER, REFUND, or a text shown verbatim. */
  reason: Type.String(),
  description: Type.String(),
  createdAt: Instant,
  /** orderId, orderTrackingNumber, groupBuyId, groupBuyStatus and referralCount, where they apply. */
  metadata: Type.Optional(FreeObject),
});
export type Transaction = Static<typeof Transaction>;

export const Wallet = Type.Object({
  success: Type.Literal(true),
  balance: Naira,
  availableBalance: Naira,
  heldAmount: Naira,
  transactions: Type.Array(Transaction),
  referralInfo: ReferralInfo,
  referralEarnings: Naira,
  /** Total ever credited; the same as in `stats`. */
  totalEarned: Naira,
  stats: Type.Object({ totalSpent: Naira, totalTransactions: Type.Integer(), totalEarned: Naira }),
});
export type Wallet = Static<typeof Wallet>;

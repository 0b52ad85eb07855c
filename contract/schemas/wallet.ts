import { type Static, Type } from 'typebox';
import { AnyJsonObject, IsoTimestamp, NairaAmount } from './basics.ts';
import { ReferralInfo } from './referral.ts';

export const WalletTransaction = Type.Object({
  id: Type.String(),
  type: Type.Union([Type.Literal('credit'), Type.Literal('debit')]),
  /** Whole naira above 0; `type` says whether the amount was credited or debited. */
  amount: NairaAmount,
  /** REFERRAL_BONUS, ORDER, REFUND, or a text shown verbatim. */
  reason: Type.String(),
  description: Type.String(),
  createdAt: IsoTimestamp,
  /** orderId, orderTrackingNumber, groupBuyId, groupBuyStatus and referralCount, where they apply. */
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
  /** Total ever credited; the same as in `stats`. */
  totalEarned: NairaAmount,
  stats: Type.Object({
    totalSpent: NairaAmount,
    totalTransactions: Type.Integer(),
    totalEarned: NairaAmount,
  }),
});
export type Wallet = Static<typeof Wallet>;

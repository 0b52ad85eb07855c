import type { Queryable } from '../../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../../db/lock-shopper.ts';
import { postToLedger } from '../../../ledger/ledger.ts';
import { type CardRefundRow, setCardRefundResult } from './card-refunds-repository.ts';

/** Reverses a failed card refund: the money returns to the wallet, or to the shop when the account is deleted. */
export async function returnFailedCardRefundToWallet(
  tx: Queryable,
  refund: CardRefundRow,
  failure: string,
): Promise<void> {
  const { id, userId, amountKobo } = refund;
  const isHere = await lockShopperRowEvenIfDeleted(tx, userId);
  await postToLedger(tx, {
    kind: 'card_refund_failed',
    ref: id,
    description: 'The refund to your card did not go through',
    actor: 'system',
    entries: [
      { account: 'refunds:card', amountKobo: -amountKobo },
      { account: isHere ? `wallet:${userId}` : 'promo:goodwill', amountKobo },
    ],
  });
  await setCardRefundResult(tx, id, 'failed', failure);
}

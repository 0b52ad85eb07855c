import { REFERRAL_BONUS_NAIRA, REFERRALS_PER_BONUS } from '#contract/limits.ts';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { countEarnedReferralBonuses } from '#contract/rules/people/referral-round.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../db/lock-shopper.ts';
import { postToLedger } from '../../ledger/ledger.ts';
import { notifyShopper } from '../../outbox/outbox.ts';
import * as rows from './referral-repository.ts';

const BONUS_KOBO = nairaToKobo(REFERRAL_BONUS_NAIRA);

/**
 * Decides whether one referee's referral counts, and pays the rewards, each only once.
 * @param welcomeKobo the referee's reward; 0: none.
 * @param bonusKobo the referrer's bonus for each round that is paid by this call.
 * @source money.md
 */
export async function payReferralRewards(
  db: Database,
  refereeId: string,
  welcomeKobo: number,
  bonusKobo = BONUS_KOBO,
): Promise<void> {
  const referrerId = await rows.findReferrerOfReferee(db, refereeId);
  if (referrerId === null) return;
  await db.transaction(async (tx) => {
    const isThere = await lockShopperRowEvenIfDeleted(tx, refereeId);
    if ((await judgeReferral(tx, refereeId)) && isThere) await payWelcome(tx, refereeId, welcomeKobo);
  });
  await db.transaction(async (tx) => {
    if (!(await lockShopperRowEvenIfDeleted(tx, referrerId))) return;
    const due = countEarnedReferralBonuses(await rows.countQualifiedReferrals(tx, referrerId));
    const paid = await rows.countPaidReferralBonuses(tx, referrerId);
    for (let round = paid + 1; round <= due; round += 1) await payRound(tx, referrerId, round, bonusKobo);
  });
}

/**
 * @returns whether the referral counts: the referee has an item of a secured group, and the referral is not suspicious.
 */
async function judgeReferral(tx: Queryable, refereeId: string): Promise<boolean> {
  const { isQualified, isFlagged, itemId } = await rows.findReferralQualification(tx, refereeId);
  if (itemId === null && isQualified) await rows.markReferralReversed(tx, refereeId);
  if (itemId !== null && !isQualified) await rows.markReferralQualified(tx, refereeId, itemId);
  return itemId !== null && !isFlagged;
}

/** Pays the referee's own reward once, as soon as the referral counts. */
async function payWelcome(tx: Queryable, refereeId: string, amountKobo: number): Promise<void> {
  if (amountKobo <= 0) return;
  await postToLedger(tx, {
    kind: 'referral_welcome',
    ref: refereeId,
    description: 'Reward for joining through a friend',
    actor: 'system',
    entries: [
      { account: 'promo:referral', amountKobo: -amountKobo },
      { account: `wallet:${refereeId}`, amountKobo },
    ],
  });
}

/**
 * Pays the referrer's bonus for one complete round of referrals. The bonus stays paid even if a referral is reversed
 * later.
 */
async function payRound(tx: Queryable, referrerId: string, round: number, bonusKobo: number): Promise<void> {
  const groupSize = REFERRALS_PER_BONUS;
  const transactionId = await postToLedger(tx, {
    kind: 'referral_bonus',
    ref: `${referrerId}:${round}`,
    description: `Bonus for ${groupSize} referrals`,
    metadata: { referralCount: round * groupSize },
    actor: 'system',
    entries: [
      { account: 'promo:referral', amountKobo: -bonusKobo },
      { account: `wallet:${referrerId}`, amountKobo: bonusKobo },
    ],
  });
  await rows.insertPaidReferralBonus(tx, { referrerId, round, transactionId, bonusKobo, groupSize });
  await notifyShopper(tx, { fact: 'referral_bonus', userId: referrerId, round, amountKobo: bonusKobo });
}

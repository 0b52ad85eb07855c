import { creditedNaira, koboToNaira } from '#contract/money.ts';
import { shortName } from '#contract/rules/short-name.ts';
import type { NotificationCategory, NotificationType } from '#contract/schemas/notification.ts';
import {
  methodNames,
  noticeStatusWords,
  noticeTexts,
  noticeTitles,
  paymentTexts,
  securityTexts,
  walletReasonWords,
} from '#contract/texts.ts';
import type { NoticeFact } from './notice-facts.ts';

/** A notice in words. `dedupeKey` names the fact for this shopper: a repeat is the same notice. */
export interface RenderedNotice {
  dedupeKey: string;
  type: NotificationType;
  category: NotificationCategory;
  title: string;
  message: string;
  data: Record<string, unknown>;
}

/** Names that facts refer to by id. */
export interface NoticeNames {
  /** The title a group was opened with. */
  productOf(groupId: string): string;
  nameOf(userId: string): string;
}

/**
 * The exact words of each fact.
 *
 * @param outboxKey the fact's name in the outbox, used where the fact has no id of its own.
 * @source notifications.md
 */
export function renderNotice(fact: NoticeFact, outboxKey: string, names: NoticeNames): RenderedNotice {
  switch (fact.fact) {
    case 'payment_successful': {
      const amount = koboToNaira(fact.totalKobo);
      const paymentMethod = methodNames[fact.method];
      return {
        dedupeKey: `pay:${fact.reference}`,
        ...payment('success', noticeTitles.paymentSuccessful),
        message: noticeTexts.paymentSuccessful(amount, paymentMethod),
        data: { amount, paymentMethod },
      };
    }
    case 'payment_failed':
      return paymentFailed(`pay:${fact.reference}:failed`, fact.reason);
    case 'payment_credited':
      return paymentFailed(
        `pay:${fact.reference}:credited`,
        paymentTexts.credited(creditedNaira(fact.receivedKobo)),
      );
    case 'wallet': {
      const [oldBalance, newBalance] = [koboToNaira(fact.oldBalanceKobo), koboToNaira(fact.newBalanceKobo)];
      const difference = newBalance - oldBalance;
      const reason = walletReasonWords[fact.reason] ?? fact.reason;
      return {
        dedupeKey: `wallet:${fact.txId}`,
        type: 'info',
        category: 'wallet',
        title: noticeTitles.walletUpdated,
        message: noticeTexts.wallet(difference, reason),
        data: { oldBalance, newBalance, reason, difference },
      };
    }
    case 'group_secured':
      return groupSecured(fact.groupId, names.productOf(fact.groupId));
    case 'group_moved':
      return groupUpdate(outboxKey, fact.groupId, names.productOf(fact.groupId), noticeStatusWords.moved);
    case 'pickup_reminder':
      return groupUpdate(
        `group:${fact.groupId}:ready_for_pickup:${fact.hours}`,
        fact.groupId,
        names.productOf(fact.groupId),
        noticeStatusWords.ready_for_pickup,
      );
    case 'referral_bonus': {
      const amount = koboToNaira(fact.amountKobo);
      return {
        dedupeKey: `referral:${fact.userId}:${fact.round}`,
        type: 'success',
        category: 'referral',
        title: noticeTitles.referralBonus,
        message: noticeTexts.referralBonus(amount),
        data: { amount },
      };
    }
    case 'new_referral': {
      const referralName = shortName(names.nameOf(fact.refereeId));
      return {
        dedupeKey: `referral:${fact.refereeId}`,
        type: 'info',
        category: 'referral',
        title: noticeTitles.newReferral,
        message: noticeTexts.newReferral(referralName),
        data: { referralName },
      };
    }
    case 'security':
      return {
        dedupeKey: outboxKey,
        type: 'warning',
        category: 'system',
        title: noticeTitles.security,
        message: securityTexts[fact.change](fact.at),
        data: { change: fact.change, at: fact.at },
      };
  }
}

/** The one notice of a group that reached its minimum, however it is sent. */
export function groupSecured(groupId: string, productName: string): RenderedNotice {
  return {
    dedupeKey: `group:${groupId}:successful`,
    type: 'success',
    category: 'group_buy',
    title: noticeTitles.groupSecured,
    message: noticeTexts.groupSecured(productName),
    data: { productName, status: 'successful', groupId },
  };
}

/** @param statusWord as in the message. A failure is a warning, anything else information. */
export function groupUpdate(
  dedupeKey: string,
  groupId: string,
  productName: string,
  statusWord: string,
): RenderedNotice {
  return {
    dedupeKey,
    type: statusWord === noticeStatusWords.failed ? 'warning' : 'info',
    category: 'group_buy',
    title: noticeTitles.groupUpdate,
    message: noticeTexts.groupUpdate(productName, statusWord),
    data: { productName, status: statusWord, groupId },
  };
}

function payment(type: NotificationType, title: string) {
  return { type, category: 'payment' as const, title };
}

function paymentFailed(dedupeKey: string, reason: string): RenderedNotice {
  return {
    dedupeKey,
    ...payment('error', noticeTitles.paymentFailed),
    message: noticeTexts.paymentFailed(reason),
    data: { error: reason },
  };
}

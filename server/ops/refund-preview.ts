import { formatWalletChangeMessage } from '#contract/notifications/kinds.ts';
import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { walletTransactionTitles } from '#contract/texts.ts';
import { POSTING_REASONS, type PostingKind } from '../ledger/posting-kinds.ts';
import type { DryRunPreview } from './dry-run-result.ts';
import type { OrderLineBeforeRefund } from './queries/refund-repository.ts';

/** Formats kobo as naira; omits decimals that are zero. */
export function formatKoboAsNaira(kobo: number): string {
  const rest = Math.abs(kobo) % 100;
  const whole = formatNaira(Math.trunc(kobo / 100));
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** Quotes the notification that the shopper will receive about the wallet. */
export function formatWalletNotification(name: string, kind: PostingKind, kobo: number): string {
  const reason = POSTING_REASONS[kind];
  return `${name} is notified: "${formatWalletChangeMessage(kobo / 100, walletTransactionTitles[reason] ?? reason)}".`;
}

interface TriedRefund {
  trackingNumber: string;
  lineNo: number;
  goesTo: 'wallet' | 'card';
  refundKobo: number;
  before: OrderLineBeforeRefund;
  after: OrderLineBeforeRefund;
}

/** Describes every effect of a line's refund: money, line, group, referral, notifications. */
export function formatRefundPreview({
  trackingNumber,
  lineNo,
  goesTo,
  refundKobo,
  before,
  after,
}: TriedRefund): DryRunPreview {
  const { userId, shopper, product, groupId, reference } = before;
  // Part of the refund that does not stay in the wallet, because the card receives or has received it.
  const passedKobo = refundKobo - (after.walletKobo - before.walletKobo);
  const wallet = `${formatKoboAsNaira(before.walletKobo)} to ${formatKoboAsNaira(after.walletKobo)}`;
  const stays = after.walletKobo === before.walletKobo;
  const says = [
    goesTo === 'card'
      ? `${formatKoboAsNaira(passedKobo)} goes back to the card of ${shopper}.`
      : `${formatKoboAsNaira(refundKobo)} goes into the wallet of ${shopper}.`,
    goesTo === 'wallet' && passedKobo > 0
      ? `${formatKoboAsNaira(passedKobo)} of it is taken right away, for money that already went back to their card.`
      : null,
    stays ? `The wallet stays at ${formatKoboAsNaira(after.walletKobo)}.` : `The wallet goes from ${wallet}.`,
    lineWords(lineNo, after),
    groupWords(before, after),
    before.isCountedReferral && !after.isCountedReferral
      ? `The friend who referred ${shopper} has one referral less. A bonus that was paid stays paid.`
      : null,
    before.hasAccount ? formatWalletNotification(shopper, 'item_refund', refundKobo) : null,
    before.hasAccount && goesTo === 'card'
      ? formatWalletNotification(shopper, 'card_refund', -passedKobo)
      : null,
  ];
  return {
    about: { userId, shopper, trackingNumber, reference, groupId, product },
    says: says.filter((sentence) => sentence !== null),
  };
}

function lineWords(
  lineNo: number,
  { quantity, product, unit, paidKobo, refundedKobo, isCollected }: OrderLineBeforeRefund,
): string {
  const line = `Line ${lineNo} (${quantity} x ${product}${unit ? `, ${unit}` : ''})`;
  if (refundedKobo < paidKobo)
    return `${line} is then refunded in part: ${formatKoboAsNaira(refundedKobo)} of ${formatKoboAsNaira(paidKobo)}.`;
  const goods = isCollected
    ? 'It was already handed out: the shopper has the goods.'
    : 'It will not be handed out.';
  return `${line} is then refunded in full. ${goods}`;
}

function groupWords(before: OrderLineBeforeRefund, after: OrderLineBeforeRefund): string | null {
  const { isSolo, product, minUnits, groupStatus } = before;
  const units = before.baseUnit ?? 'units';
  if (isSolo) return null;
  const lost = before.unitsSold - after.unitsSold;
  if (lost > 0) {
    const members = before.participants - after.participants;
    const left =
      members > 0
        ? `Members: ${before.participants} before, ${after.participants} after.`
        : 'The shopper stays a member.';
    return `The group of ${product} loses ${lost} ${units}: ${after.unitsSold} of ${minUnits} are then sold, not ${before.unitsSold}. ${left}`;
  }
  const why = groupStatus === 'active' ? '' : ` It is ${getGroupStatusLabel(groupStatus).toLowerCase()}.`;
  return `The group of ${product} keeps its ${before.unitsSold} of ${minUnits} ${units}.${why}`;
}

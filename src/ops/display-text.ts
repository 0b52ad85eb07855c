import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';

/** Formats values of the API for the console. */

const MINUTE = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Formats date and time in Lagos. The time zone is left out, because each page names it once. */
export function formatLagosDateTime(instant: string): string {
  return MINUTE.format(new Date(instant));
}

/** @returns the operator's name from `operator:{name}`, as the audit log writes it. */
export const getOperatorNameFromActor = (actor: string) => actor.replace(/^operator:/, '');

/** Formats the time of an event, and its operator if known. */
export const formatTimeAndOperator = (at: string, by?: string | null) =>
  `${formatLagosDateTime(at)}${by ? `, ${getOperatorNameFromActor(by)}` : ''}`;

export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats an amount in naira, with kobo unless they are 0: rounding would show a wrong amount. */
export function formatNairaWithKobo(naira: number): string {
  const kobo = Math.round(Math.abs(naira) * 100) % 100;
  const whole = formatNaira(Math.trunc(naira));
  return kobo === 0 ? whole : `${whole}.${String(kobo).padStart(2, '0')}`;
}

/** Formats a group by product and number: `Palm oil, group 3`. */
export const formatGroupTitle = ({ product, seq }: { product: string; seq: number | null }) =>
  seq === null ? product : `${product}, group ${seq}`;

/** Formats a member's purchase in a group: `2 x Keg 25 l (50 litres)`. */
export const formatMemberPurchase = (units: number, baseUnit: string | null, bought: string | null) =>
  bought ? `${bought} (${formatBaseUnitQuantity(units, baseUnit)})` : formatBaseUnitQuantity(units, baseUnit);

/** Labels a group's status. Operators must tell `successful` from `secured`; shoppers see one label for both. */
export const getOperatorGroupStatusLabel = (status: GroupStatus) =>
  status === 'successful' ? 'Filled, to be secured' : getGroupStatusLabel(status);

const OUTCOMES: Readonly<Record<string, string>> = {
  ordered: 'Ordered',
  wallet_credited: 'Added to the wallet',
  review: 'Needs review',
};

/** Labels of the statuses of a payment. */
const STATUSES: Readonly<Record<string, string>> = {
  created: 'Started',
  pending: 'Not paid yet',
  succeeded: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Never paid',
  superseded: 'Replaced by another try',
  review: 'Needs review',
};

interface ShownPayment {
  status: string;
  outcome: string | null;
  receivedNaira: number | null;
  cardNaira: number;
  totalNaira: number;
  paidBackNaira: number;
}

/** Describes a payment: its result, the amount that arrived, and how much was paid back. */
export function formatPaymentResult({
  status,
  outcome,
  receivedNaira,
  cardNaira,
  ...sums
}: ShownPayment): string {
  const came = (outcome && OUTCOMES[outcome]) ?? STATUSES[status] ?? status;
  const amount =
    receivedNaira === null || receivedNaira === cardNaira
      ? formatNairaWithKobo(sums.totalNaira)
      : `${formatNairaWithKobo(receivedNaira)} received of ${formatNairaWithKobo(cardNaira)}`;
  return [came, amount, formatRefundedAmount(sums.paidBackNaira, sums.totalNaira)].filter(Boolean).join(', ');
}

/** Formats how much was paid back. @returns null when nothing was paid back. */
export function formatRefundedAmount(paidBackNaira: number, paidNaira: number): string | null {
  if (paidBackNaira === 0) return null;
  return paidBackNaira >= paidNaira ? 'paid back in full' : `${formatNairaWithKobo(paidBackNaira)} paid back`;
}

const ACTS: Readonly<Record<string, string>> = {
  'refund card': 'Refund a payment to the card',
  'refund group': 'Refund a group to the cards',
  'item refund': 'Refund an item to the wallet',
  'wallet goodwill': 'Give a shopper goodwill credit',
  'recon resolve': 'Resolve a reconciliation item',
  'group fail': 'Cancel a group as failed',
};

/** Formats the title of an action that waits for approval. */
export function formatActionTitle(command: string): string {
  return ACTS[command] ?? command;
}

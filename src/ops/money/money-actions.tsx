import { useState } from 'react';
import { opsOrder, opsPayment } from '#contract/ops-endpoints.ts';
import { opsGroup } from '#contract/ops-groups-endpoints.ts';
import { opsRefundCard, opsRefundGroup, opsRefundItem } from '#contract/ops-money-endpoints.ts';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsOrderReply } from '#contract/schemas/ops.ts';
import type { OpsCardRefundReply } from '#contract/schemas/ops-money.ts';
import { Select } from '../../ui/Select.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { AmountField } from '../frames/fields.tsx';
import { moneyText } from '../words.ts';

/** Sends what the wallet got of a payment, and still has, back to its card. */
export function RefundCardForm({ reference }: { reference: string }) {
  return (
    <ActionForm
      title="Send back to the card"
      label="Send It Back"
      busyLabel="Sending back..."
      to={opsRefundCard}
      params={{ reference }}
      reads={{ amount: readNaira, reason: String }}
      figures
      done={cardOutcomeOf}
      changes={[opsPayment]}
    >
      <AmountField emptyMeans="Empty: all that the wallet got of this payment and still has." />
    </ActionForm>
  );
}

/** Sends to their cards what the members of a group were paid back into their wallets and still have. */
export function RefundGroupForm({ groupId }: { groupId: string }) {
  return (
    <ActionForm
      title="Send back to the cards"
      label="Send It Back"
      busyLabel="Sending back..."
      to={opsRefundGroup}
      params={{ groupId }}
      reads={{ reason: String }}
      figures
      done={cardOutcomeOf}
      changes={[opsGroup]}
    />
  );
}

interface ItemProps {
  order: OpsOrderReply['data'];
  /** It may go on to the card. */
  mayCard: boolean;
}

/** Pays a line of an order back, into the wallet or on to the card. */
export function RefundItemForm({ order: { trackingNumber, reference, lines }, mayCard }: ItemProps) {
  const open = lines.filter(({ paidNaira, refundedNaira }) => refundedNaira < paidNaira);
  const [to, setTo] = useState('wallet');
  if (open.length === 0) return null;
  const form = {
    title: 'Pay back',
    label: 'Pay It Back',
    busyLabel: 'Paying back...',
    reads: { line: Number, amount: readNaira, reason: String },
    figures: true,
    changes: [opsOrder],
    children: (
      <>
        <Select
          label="Line"
          name="line"
          options={open.map(({ line, product, quantity }) => ({
            value: String(line),
            label: `${line}. ${quantity} x ${product}`,
          }))}
        />
        <Select
          label="Where to"
          name="to"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          options={[
            { value: 'wallet', label: 'Their wallet' },
            ...(mayCard ? [{ value: 'card', label: 'The card it was paid with' }] : []),
          ]}
        />
        <AmountField emptyMeans="Empty: all that is left of the line." />
      </>
    ),
  };
  return to === 'card' ? (
    <ActionForm {...form} to={opsRefundCard} params={{ reference }} done={cardOutcomeOf} />
  ) : (
    <ActionForm {...form} to={opsRefundItem} params={{ trackingNumber }} done="It is paid back." />
  );
}

/** How money that was sent to cards has ended, or that the provider has not said so yet; null: no card was sent any. */
function cardOutcomeOf({ data }: OpsCardRefundReply) {
  if (!Array.isArray(data)) return null;
  const sumOf = (...statuses: string[]) =>
    data.reduce((sum, { status, amount }) => sum + (statuses.includes(status) ? amount : 0), 0);
  const [done, open, failed] = [sumOf('done'), sumOf('asked', 'sent'), sumOf('failed')];
  const reasons = data.map(({ failure }) => failure).filter(Boolean);
  const words = [
    done > 0 && `${moneyText(done)} is sent back.`,
    open > 0 && `${moneyText(open)} is on its way: the provider has not said yet that it is done.`,
    failed > 0 &&
      `${moneyText(failed)} could not be sent (${reasons.join(', ') || 'no reason given'}). It is in the wallet again.`,
    done + open + failed === 0 && 'Nothing was left to send.',
  ];
  const kind = failed > 0 ? ('error' as const) : open > 0 ? ('info' as const) : ('success' as const);
  return { kind, words: words.filter(Boolean).join(' ') };
}

import { useQueryClient } from '@tanstack/react-query';
import { opsRefundCard, opsRefundItem } from '#contract/ops-money-endpoints.ts';
import type { OpsOrderReply } from '#contract/schemas/ops.ts';
import { send } from '../../lib/api-send.ts';
import { Select } from '../../ui/Select.tsx';
import { type ActFields, ActForm } from '../ActForm.tsx';
import { orderQuery } from '../console-queries.ts';
import { AmountField } from './AmountField.tsx';
import { amountOf, cardOutcomeOf, planOf } from './money-words.tsx';

interface Props {
  order: OpsOrderReply['data'];
  /** It may go on to the card. */
  mayCard: boolean;
}

/** Pays a line of an order back, into the wallet or on to the card. */
export function RefundItemForm({ order, mayCard }: Props) {
  const queryClient = useQueryClient();
  const { trackingNumber, reference } = order;
  const open = order.lines.filter(({ paidNaira, refundedNaira }) => refundedNaira < paidNaira);
  if (open.length === 0) return null;
  const plan = async (fields: ActFields) => {
    const body = { ...bodyOf(fields), dryRun: true };
    if (fields.to !== 'card') {
      const { data } = await send(opsRefundItem, { params: { trackingNumber }, body });
      return planOf(data);
    }
    const { data } = await send(opsRefundCard, { params: { reference }, body });
    return Array.isArray(data) ? null : planOf(data);
  };
  return (
    <ActForm
      title="Pay back"
      label="Pay It Back"
      busyLabel="Paying back..."
      doneWords="It is paid back."
      outcomeOf={cardOutcomeOf}
      preview={plan}
      act={(fields, idempotencyKey) =>
        fields.to === 'card'
          ? send(opsRefundCard, { params: { reference }, body: bodyOf(fields), idempotencyKey })
          : send(opsRefundItem, { params: { trackingNumber }, body: bodyOf(fields), idempotencyKey })
      }
      onDone={() => queryClient.invalidateQueries({ queryKey: orderQuery(trackingNumber).queryKey })}
    >
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
        options={[
          { value: 'wallet', label: 'Their wallet' },
          ...(mayCard ? [{ value: 'card', label: 'The card it was paid with' }] : []),
        ]}
      />
      <AmountField emptyMeans="Empty: all that is left of the line." />
    </ActForm>
  );
}

function bodyOf({ line, amount, reason = '' }: ActFields) {
  return { line: Number(line), ...amountOf(amount), reason };
}

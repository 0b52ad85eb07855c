import { useQueryClient } from '@tanstack/react-query';
import { opsRefundCard } from '#contract/ops-money-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { ActForm } from '../ActForm.tsx';
import { paymentQuery } from '../console-queries.ts';
import { AmountField } from './AmountField.tsx';
import { amountOf, cardOutcomeOf, planOf } from './money-words.tsx';

/** Sends what the wallet got of a payment, and still has, back to its card. */
export function RefundCardForm({ reference }: { reference: string }) {
  const queryClient = useQueryClient();
  const params = { reference };
  return (
    <ActForm
      title="Send back to the card"
      label="Send It Back"
      busyLabel="Sending back..."
      outcomeOf={cardOutcomeOf}
      preview={async ({ amount, reason = '' }) => {
        const body = { ...amountOf(amount), reason, dryRun: true };
        const { data } = await send(opsRefundCard, { params, body });
        if (Array.isArray(data)) return null;
        return planOf(data);
      }}
      act={({ amount, reason = '' }, idempotencyKey) =>
        send(opsRefundCard, { params, body: { ...amountOf(amount), reason }, idempotencyKey })
      }
      onDone={() => queryClient.invalidateQueries({ queryKey: paymentQuery(reference).queryKey })}
    >
      <AmountField emptyMeans="Empty: all that the wallet got of this payment and still has." />
    </ActForm>
  );
}

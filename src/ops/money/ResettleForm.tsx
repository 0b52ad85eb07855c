import { useQueryClient } from '@tanstack/react-query';
import { opsResettlePayment } from '#contract/ops-money-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { ActForm } from '../ActForm.tsx';
import { paymentQuery } from '../console-queries.ts';

/** Settles a payment again from what the provider says now. */
export function ResettleForm({ reference }: { reference: string }) {
  const queryClient = useQueryClient();
  return (
    <ActForm
      title="Settle again"
      label="Settle Again"
      busyLabel="Settling..."
      doneWords="Settled. Its life above tells what came of it."
      asksReason={false}
      act={(_, idempotencyKey) => send(opsResettlePayment, { params: { reference }, idempotencyKey })}
      onDone={() => queryClient.invalidateQueries({ queryKey: paymentQuery(reference).queryKey })}
    >
      <p className="muted">Once or ten times gives the same: an order is made once.</p>
    </ActForm>
  );
}

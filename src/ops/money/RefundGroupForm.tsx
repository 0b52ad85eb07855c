import { opsRefundGroup } from '#contract/ops-money-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { ActForm } from '../ActForm.tsx';
import { cardOutcomeOf, planOf } from './money-words.tsx';

interface Props {
  groupId: string;
  onDone: () => void;
}

/** Sends to their cards what the members of a group were paid back into their wallets and still have. */
export function RefundGroupForm({ groupId, onDone }: Props) {
  const params = { groupId };
  return (
    <ActForm
      title="Send back to the cards"
      label="Send It Back"
      busyLabel="Sending back..."
      outcomeOf={cardOutcomeOf}
      preview={async ({ reason = '' }) => {
        const { data } = await send(opsRefundGroup, { params, body: { reason, dryRun: true } });
        if (Array.isArray(data)) return null;
        return planOf(data);
      }}
      act={({ reason = '' }, idempotencyKey) =>
        send(opsRefundGroup, { params, body: { reason }, idempotencyKey })
      }
      onDone={onDone}
    />
  );
}

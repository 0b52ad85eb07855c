import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoints.ts';
import { leaveGroup, reduceOrderLineQuantity, switchToSoloPurchase } from '#contract/member-endpoints.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { GroupIdParams, JoinedGroup, ReduceOrderLineQuantityBody } from '#contract/schemas/group.ts';
import { groupTexts } from '#contract/texts.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { isAbortError } from '../../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../../lib/api/error-message.ts';
import { IdempotentRequestSender } from '../../../lib/api/idempotent-request-sender.ts';
import { showToast } from '../../../ui/message/toast.ts';

type GroupAction<Reply extends object> = Endpoint<{ params: GroupIdParams; body: object; reply: Reply }>;

/**
 * Runs the member's actions on a group. A member can leave or take less while it forms, and buy alone after it failed.
 */
export function useJoinedGroupActions(userId: string, onSwitchedToSolo: (cart: Cart) => void) {
  const queryClient = useQueryClient();
  const [busyGroupId, setBusyGroupId] = useState<string | null>(null);
  const [intent] = useState(() => new IdempotentRequestSender());

  const runAction = async (group: JoinedGroup, action: () => Promise<void>, fallback: string) => {
    setBusyGroupId(group._id);
    try {
      await action();
    } catch (error) {
      if (!isAbortError(error)) showToast({ kind: 'error', message: getErrorMessage(error, fallback) });
      // The server may have applied the action although the request failed, so everything is fetched again.
      void queryClient.invalidateQueries({ queryKey: ['u', userId] });
    } finally {
      setBusyGroupId(null);
    }
  };

  const sendOnce = <Reply extends object>(endpoint: GroupAction<Reply>, { _id: groupId }: JoinedGroup) =>
    intent.run([endpoint.path, groupId], (idempotencyKey) =>
      callApi(endpoint, { params: { groupId }, body: {}, idempotencyKey }),
    );

  const leave = (group: JoinedGroup) =>
    runAction(
      group,
      async () => {
        await sendOnce(leaveGroup, group);
        // Fetches again what leaving a group changes: groups, statistics, wallet and notifications.
        await queryClient.invalidateQueries({ queryKey: ['u', userId] });
        showToast({ kind: 'success', message: 'You left the group. Your money is in your wallet.' });
      },
      groupTexts.cannotBeLeft,
    );

  const takeLess = (group: JoinedGroup, reduced: ReduceOrderLineQuantityBody) =>
    runAction(
      group,
      async () => {
        const params = { groupId: group._id };
        await intent.run([reduceOrderLineQuantity.path, params, reduced], (idempotencyKey) =>
          callApi(reduceOrderLineQuantity, { params, body: reduced, idempotencyKey }),
        );
        await queryClient.invalidateQueries({ queryKey: ['u', userId] });
        showToast({
          kind: 'success',
          message: 'Your order is smaller now. The money for the rest is in your wallet.',
        });
      },
      groupTexts.cannotTakeLess,
    );

  const buySolo = (group: JoinedGroup) =>
    runAction(
      group,
      async () => {
        onSwitchedToSolo(await sendOnce(switchToSoloPurchase, group));
      },
      groupTexts.notFailed,
    );

  return { busyGroupId, leave, takeLess, buySolo };
}

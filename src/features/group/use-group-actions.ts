import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveGroup, switchToSolo } from '#contract/endpoints.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { UserGroup } from '#contract/schemas/group.ts';
import { groupTexts } from '#contract/texts.ts';
import { call } from '../../lib/api-client.ts';
import { isAborted } from '../../lib/api-errors.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { showToast } from '../../ui/toast.ts';

/** What a member can do with a group: leave a forming one, buy alone after a failed one. */
export function useGroupActions(userId: string, onSwitchedToSolo: (cart: Cart) => void) {
  const queryClient = useQueryClient();
  const [busyGroupId, setBusyGroupId] = useState<string | null>(null);

  const act = async (group: UserGroup, action: () => Promise<void>, fallback: string) => {
    setBusyGroupId(group._id);
    try {
      await action();
    } catch (error) {
      if (!isAborted(error)) showToast({ kind: 'error', message: errorMessage(error, fallback) });
    } finally {
      setBusyGroupId(null);
    }
  };

  const leave = (group: UserGroup) =>
    act(
      group,
      async () => {
        await call(leaveGroup, { params: { groupId: group._id }, body: {} });
        // Groups, figures, wallet and notifications all changed with it.
        await queryClient.invalidateQueries({ queryKey: ['u', userId] });
        showToast({ kind: 'success', message: 'You left the group. Your money is in your wallet.' });
      },
      groupTexts.cannotBeLeft,
    );

  const buySolo = (group: UserGroup) =>
    act(
      group,
      async () => {
        onSwitchedToSolo(await call(switchToSolo, { params: { groupId: group._id }, body: {} }));
      },
      groupTexts.notFailed,
    );

  return { busyGroupId, leave, buySolo };
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { GroupProgress, GroupProgressEvent } from '#contract/schemas/group.ts';
import { onLiveSocketEvent, subscribeGroupProgress } from '../../lib/api/live-socket.ts';
import { groupQueryKeys } from './group-queries.ts';

/** Applies socket events about the product's group to its open page. Each event has the group's whole state. */
export function useGroupProgressEvents(productId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (productId === '') return;
    const unsubscribe = onLiveSocketEvent('group:progress', (event) =>
      applyGroupProgressEvent(queryClient, event),
    );
    const unwatch = subscribeGroupProgress(productId);
    return () => {
      unwatch();
      unsubscribe();
    };
  }, [queryClient, productId]);
}

/** Stores the group state of an event, unless the known state is newer. */
export function applyGroupProgressEvent(queryClient: QueryClient, event: GroupProgressEvent): void {
  queryClient.setQueryData<GroupProgress>(groupQueryKeys.progress(event.productId), (known) => {
    if (!known || Date.parse(event.serverTime) < Date.parse(known.serverTime)) return known;
    const { productId: _, ...state } = event;
    const isRunning = event.deadline !== null && event.spotsRemaining > 0;
    const leftMs = isRunning ? Date.parse(event.deadline ?? '') - Date.parse(event.serverTime) : 0;
    return {
      ...known,
      ...state,
      unitsSold:
        event.spotsRemaining > 0
          ? event.minimumViableUnits - event.spotsRemaining
          : Math.max(known.unitsSold, event.minimumViableUnits),
      timeRemaining: event.groupId === null ? known.timeRemaining : Math.max(0, leftMs),
    };
  });
}

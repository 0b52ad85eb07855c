import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { GroupProgress } from '#contract/schemas/group.ts';
import { groupQueryKeys } from './group-queries.ts';
import { applyGroupProgressEvent } from './group-realtime.ts';

const productId = '0b0f3a52-31f5-4c86-9a0b-6a3f3f7c1c01';
const known: GroupProgress = {
  progressPercentage: 50,
  timeRemaining: 7_200_000,
  spotsRemaining: 10,
  groupId: '0b0f3a52-31f5-4c86-9a0b-6a3f3f7c1c02',
  status: 'active',
  unitsSold: 10,
  minimumViableUnits: 20,
  participantCount: 3,
  lastJoinedAt: '2026-11-21T09:00:00.000Z',
  memberInitials: ['AO'],
  deadline: '2026-11-21T12:00:00.000Z',
  serverTime: '2026-11-21T10:00:00.000Z',
};
const event = {
  productId,
  groupId: known.groupId,
  status: 'active' as const,
  progressPercentage: 75,
  spotsRemaining: 5,
  minimumViableUnits: 20,
  participantCount: 4,
  lastJoinedAt: '2026-11-21T10:30:00.000Z',
  memberInitials: ['BA', 'AO'],
  deadline: known.deadline,
  serverTime: '2026-11-21T10:30:00.000Z',
};

function shown(...events: (typeof event)[]): GroupProgress | undefined {
  const queryClient = new QueryClient();
  queryClient.setQueryData(groupQueryKeys.progress(productId), known);
  for (const each of events) applyGroupProgressEvent(queryClient, each);
  return queryClient.getQueryData(groupQueryKeys.progress(productId));
}

it('a join elsewhere moves the progress of the open page', () => {
  expect(shown(event)).toMatchObject({
    progressPercentage: 75,
    spotsRemaining: 5,
    unitsSold: 15,
    timeRemaining: 5_400_000,
    participantCount: 4,
    lastJoinedAt: '2026-11-21T10:30:00.000Z',
    memberInitials: ['BA', 'AO'],
  });
});

it('an event that is older than the last answer is dropped', () => {
  expect(shown({ ...event, serverTime: '2026-11-21T09:59:59.000Z' })).toEqual(known);
});

it('a group with one spot left still runs', () => {
  expect(shown({ ...event, spotsRemaining: 1, progressPercentage: 95 })).toMatchObject({
    unitsSold: 19,
    timeRemaining: 5_400_000,
  });
});

it('a full group shows no running clock', () => {
  expect(shown({ ...event, spotsRemaining: 0, progressPercentage: 100 })).toMatchObject({
    unitsSold: 20,
    timeRemaining: 0,
  });
});

it('a product nobody has open is left alone', () => {
  const queryClient = new QueryClient();
  applyGroupProgressEvent(queryClient, event);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

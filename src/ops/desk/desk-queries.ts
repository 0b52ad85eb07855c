import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { opsApprovals } from '#contract/ops-approval-endpoints.ts';
import { opsOperators } from '#contract/ops-operator-endpoints.ts';
import { opsRecovery, opsReferrals } from '#contract/ops-recovery-endpoints.ts';
import {
  opsAlarmHistory,
  opsAlarms,
  opsAudit,
  opsDeadWork,
  opsJobs,
  opsOutbox,
} from '#contract/ops-work-endpoints.ts';
import type { OpsRecoveryQuery } from '#contract/schemas/ops-recovery.ts';
import type { OpsAuditQuery } from '#contract/schemas/ops-work.ts';
import { send } from '../../lib/api-send.ts';
import { readEvery } from '../away.ts';

/** What the screens of waiting people and waiting work read. */

const LINES = 50;
const UNDER_WAY_EVERY_MS = 3_000;

export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: async ({ signal }) => (await send(opsApprovals, {}, { signal })).data,
  // What somebody has agreed to is followed to its end.
  refetchInterval: ({ state }) => {
    const isUnderWay = state.data?.some(({ status, decidedBy }) => status === 'open' && decidedBy !== null);
    return readEvery(isUnderWay ? UNDER_WAY_EVERY_MS : false)({ state });
  },
});

export const recoveryQuery = (status: NonNullable<OpsRecoveryQuery['status']>) =>
  queryOptions({
    queryKey: ['recovery', status],
    queryFn: async ({ signal }) => (await send(opsRecovery, { query: { status } }, { signal })).data,
  });

export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  queryFn: async ({ signal }) => (await send(opsReferrals, {}, { signal })).data,
});

export const alarmsQuery = queryOptions({
  queryKey: ['alarms'],
  queryFn: async ({ signal }) => (await send(opsAlarms, {}, { signal })).data,
});

export const alarmHistoryQuery = queryOptions({
  queryKey: ['alarm-history'],
  queryFn: async ({ signal }) => (await send(opsAlarmHistory, {}, { signal })).data,
});

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ signal }) => (await send(opsJobs, {}, { signal })).data,
});

export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: async ({ signal }) => (await send(opsOutbox, {}, { signal })).data,
});

export const deadWorkQuery = queryOptions({
  queryKey: ['dead-work'],
  queryFn: async ({ signal }) => (await send(opsDeadWork, {}, { signal })).data,
});

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async ({ signal }) => (await send(opsOperators, {}, { signal })).data,
});

/** The newest first, a page at a time. */
export const auditQuery = (wanted: Pick<OpsAuditQuery, 'by' | 'target' | 'day'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', wanted],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await send(opsAudit, { query: { ...wanted, before: pageParam, limit: LINES } }, { signal })).data,
    getNextPageParam: (page) => (page.length === LINES ? page.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flat(),
  });

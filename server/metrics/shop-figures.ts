import { ALARMS } from '../alarms/alarm-kinds.ts';
import type { Database } from '../db/database.ts';
import { TOPICS } from '../outbox/outbox.ts';
import type { FigureRow, Metrics } from './metrics.ts';
import type { ShopState } from './shop-state-repository.ts';

/** Shows what the database knows. `state` is null while it cannot be read: then nothing is claimed of it. */
export function showShopState(metrics: Metrics, state: () => ShopState | null): void {
  const rows = <Item>(pick: (state: ShopState) => Item[], row: (item: Item) => FigureRow) => {
    return () => {
      const now = state();
      return now ? pick(now).map(row) : [];
    };
  };
  const ofJobs = (value: (job: ShopState['jobs'][number]) => number) =>
    rows(
      ({ jobs }) => jobs,
      (job) => ({ labels: { job: job.job }, value: value(job) }),
    );
  const ofTopics = (value: (topic: ShopState['outbox'][number]) => number) =>
    rows(allTopics, (topic) => ({ labels: { topic: topic.topic }, value: value(topic) }));
  const ofPayments = (value: (payments: ShopState['payments'][number]) => number) =>
    rows(allStatuses, (payments) => ({ labels: { status: payments.status }, value: value(payments) }));

  metrics.show({
    name: 'ajora_database_up',
    help: '1 when the database answered this look.',
    read: () => [{ value: state() ? 1 : 0 }],
  });
  const job = { labels: ['job'] };
  metrics.show({
    ...job,
    name: 'ajora_job_last_finish_timestamp_seconds',
    help: 'When a job last ended, on any instance. Successes are noted twice a minute at most.',
    read: ofJobs(({ finishedAt }) => finishedAt),
  });
  metrics.show({
    ...job,
    name: 'ajora_job_last_duration_seconds',
    help: 'How long the noted run took.',
    read: ofJobs(({ seconds }) => seconds),
  });
  metrics.show({
    ...job,
    name: 'ajora_job_last_ok',
    help: '1 when the noted run went well.',
    read: ofJobs(({ isOk }) => (isOk ? 1 : 0)),
  });
  metrics.show({
    ...job,
    name: 'ajora_job_runs_total',
    help: 'Runs on all instances, ever.',
    isTotal: true,
    read: ofJobs(({ runs }) => runs),
  });
  metrics.show({
    ...job,
    name: 'ajora_job_failures_total',
    help: 'Failed runs on all instances, ever.',
    isTotal: true,
    read: ofJobs(({ failures }) => failures),
  });
  const topic = { labels: ['topic'] };
  metrics.show({
    ...topic,
    name: 'ajora_outbox_waiting',
    help: 'Rows not done yet.',
    read: ofTopics(({ waiting }) => waiting),
  });
  metrics.show({
    ...topic,
    name: 'ajora_outbox_dead',
    help: 'Rows that were given up.',
    read: ofTopics(({ dead }) => dead),
  });
  metrics.show({
    ...topic,
    name: 'ajora_outbox_oldest_seconds',
    help: 'For how long the oldest row has been due.',
    read: ofTopics(({ oldestSeconds }) => oldestSeconds),
  });
  const status = { labels: ['status'] };
  metrics.show({
    ...status,
    name: 'ajora_payments_in_flight',
    help: 'Attempts to pay without a verdict: created (no card page yet) and pending.',
    read: ofPayments(({ payments }) => payments),
  });
  metrics.show({
    ...status,
    name: 'ajora_payments_in_flight_kobo',
    help: 'What their cards are asked for.',
    read: ofPayments(({ cardKobo }) => cardKobo),
  });
  metrics.show({
    name: 'ajora_alarms_open',
    help: 'Alarms that are not over, by kind.',
    labels: ['kind'],
    read: rows(allKinds, ({ kind, open }) => ({ labels: { kind }, value: open })),
  });
}

/** Shows how many connections each pool has, and how many calls wait for one. */
export function showConnections(
  metrics: Metrics,
  databases: Readonly<Record<string, Pick<Database, 'pool' | 'countWaiting'>>>,
): void {
  metrics.show({
    name: 'ajora_database_connections',
    help: 'Connections of a pool: open, open without work, and calls that wait for one or their turn.',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(databases).flatMap(([name, { pool, countWaiting }]) => [
        { labels: { pool: name, state: 'total' }, value: pool.totalCount },
        { labels: { pool: name, state: 'idle' }, value: pool.idleCount },
        { labels: { pool: name, state: 'waiting' }, value: countWaiting() },
      ]),
  });
}

/** Shows whether the replica answers public reads. */
export function showReplica(metrics: Metrics, isUsed: () => boolean): void {
  metrics.show({
    name: 'ajora_replica_used',
    help: '1 while the replica answers public reads, 0 while the primary does it.',
    read: () => [{ value: isUsed() ? 1 : 0 }],
  });
}

/** An empty topic reads 0: an alarm on it must not go by what is absent. */
function allTopics({ outbox }: ShopState): ShopState['outbox'] {
  const found = new Map(outbox.map((one) => [one.topic, one]));
  const names = new Set([...Object.keys(TOPICS), ...found.keys()]);
  return [...names].map((topic) => found.get(topic) ?? { topic, waiting: 0, dead: 0, oldestSeconds: 0 });
}

function allKinds({ alarms }: ShopState): ShopState['alarms'] {
  return Object.keys(ALARMS).map((kind) => alarms.find((one) => one.kind === kind) ?? { kind, open: 0 });
}

function allStatuses({ payments }: ShopState): ShopState['payments'] {
  return ['created', 'pending'].map(
    (status) => payments.find((one) => one.status === status) ?? { status, payments: 0, cardKobo: 0 },
  );
}

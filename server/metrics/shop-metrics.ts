import { ALARM_KINDS } from '../alarms/alarm-kinds.ts';
import type { Database } from '../db/database.ts';
import { OUTBOX_TOPICS } from '../outbox/outbox.ts';
import type { MetricsRegistry, MetricValue } from './metrics.ts';
import type { PendingWorkCounts } from './shop-state-repository.ts';

type Row<List extends 'jobs' | 'outbox'> = PendingWorkCounts[List][number];
/** Each metric has a name, a help text and a function that returns its value. A `_total` never decreases. */
type Figures<Item> = readonly (readonly [name: string, help: string, value: (item: Item) => number])[];

const OF_JOBS: Figures<Row<'jobs'>> = [
  [
    'ajora_job_last_finish_timestamp_seconds',
    'When a job last ended, on any instance. Successes are noted twice a minute at most.',
    ({ finishedAt }) => finishedAt,
  ],
  ['ajora_job_failures_total', 'Failed runs on all instances, ever.', ({ failures }) => failures],
];

const OF_TOPICS: Figures<Row<'outbox'>> = [
  ['ajora_outbox_waiting', 'Rows not done yet.', ({ waiting }) => waiting],
  ['ajora_outbox_dead', 'Rows that were given up.', ({ dead }) => dead],
  [
    'ajora_outbox_oldest_seconds',
    'For how long the oldest row has been due.',
    ({ oldestSeconds }) => oldestSeconds,
  ],
];

/**
 * Registers the metrics that are read from the database. While the database is unreachable, `readCounts()` is null and
 * none are shown.
 */
export function registerShopMetrics(
  metrics: MetricsRegistry,
  readCounts: () => PendingWorkCounts | null,
): void {
  const show = <Item>(
    figures: Figures<Item>,
    label: keyof Item & string,
    pick: (counts: PendingWorkCounts) => readonly Item[],
  ) => {
    for (const [name, help, value] of figures) {
      const row = (item: Item): MetricValue => ({
        labels: { [label]: String(item[label]) },
        value: value(item),
      });
      const read = () => {
        const now = readCounts();
        return now ? pick(now).map(row) : [];
      };
      metrics.show({ name, help, labels: [label], isTotal: name.endsWith('_total'), read });
    }
  };
  metrics.show({
    name: 'ajora_database_up',
    help: '1 when the database answered this look.',
    read: () => [{ value: readCounts() ? 1 : 0 }],
  });
  show(OF_JOBS, 'job', ({ jobs }) => jobs);
  show(OF_TOPICS, 'topic', allTopics);
  show([['ajora_alarms_open', 'Alarms that are not over, by kind.', ({ open }) => open]], 'kind', allKinds);
}

export function registerDatabaseConnectionMetrics(
  metrics: MetricsRegistry,
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

/** Shows 0 for a topic without rows, because an alarm rule cannot use an absent value. */
function allTopics({ outbox }: PendingWorkCounts): PendingWorkCounts['outbox'] {
  const found = new Map(outbox.map((one) => [one.topic, one]));
  const names = new Set([...Object.keys(OUTBOX_TOPICS), ...found.keys()]);
  return [...names].map((topic) => found.get(topic) ?? { topic, waiting: 0, dead: 0, oldestSeconds: 0 });
}

function allKinds({ alarms }: PendingWorkCounts): PendingWorkCounts['alarms'] {
  return Object.keys(ALARM_KINDS).map((kind) => alarms.find((one) => one.kind === kind) ?? { kind, open: 0 });
}

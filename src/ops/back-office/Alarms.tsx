import { useQuery } from '@tanstack/react-query';
import { opsListAlarmHistory, opsListAlarms } from '#contract/ops/work-endpoints.ts';
import { capitalise, formatLagosDateTime } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { type TableColumn, TableSection, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { getAllowedScreenPath, type OpsScreenName, type OpsScreenProps } from '../screens.ts';

interface Alarm {
  kind: string;
  says: string;
  subject: string;
  detail: string;
}

const ALARM_COLUMNS: readonly TableColumn<Alarm>[] = [
  ['Problem', ({ says }) => capitalise(says)],
  ['Details', ({ subject, detail }) => [subject, detail].filter(Boolean).join(': ')],
];

/**
 * Maps alarms to the screen at which an operator deals with them. All other alarms need the person who runs the server.
 */
const WAYS: Readonly<Record<string, readonly [words: string, screen: OpsScreenName]>> = {
  invariant: ['Open the money checks', 'invariants'],
  recon: ['Open reconciliation', 'recon'],
  recon_overdue: ['Open reconciliation', 'recon'],
  order_failed: ['Open reconciliation', 'recon'],
  card_refund: ['Open reconciliation', 'recon'],
  chargeback: ['Open reconciliation', 'recon'],
  webhook_unreadable: ['Open reconciliation', 'recon'],
  review_overdue: ['Open the group', 'group'],
  operator_changed: ['Open the operators', 'operators'],
  operator_guessed: ['Open the operators', 'operators'],
};
/**
 * These alarms end by themselves once the service that they wait for responds again, so they need no action of an
 * operator.
 */
const WAITS = ['provider_silent', 'outbox_lag', 'commits_wait'];

function AlarmWay({ alarm: { kind, subject }, may }: { alarm: Alarm } & Pick<OpsScreenProps, 'may'>) {
  const { placeOf } = useUrlFilters(['show', 'row']);
  if (kind === 'outbox_dead')
    return (
      <ConsolePageLink to={may.includes('outbox revive') && placeOf({ show: 'tasks', row: subject })}>
        Try the failed tasks again
      </ConsolePageLink>
    );
  const way = WAYS[kind];
  if (!way)
    return (
      <span>
        {WAITS.includes(kind)
          ? 'It ends by itself. If it lasts an hour, tell the person who runs the server.'
          : 'Tell the person who runs the server.'}
      </span>
    );
  return <ConsolePageLink to={getAllowedScreenPath(way[1], may, subject)}>{way[0]}</ConsolePageLink>;
}

const CHANNELS: Readonly<Record<string, string>> = {
  webhook: 'webhook',
  mail: 'e-mail',
  push: 'push message',
};
const formatChannels = (names: readonly string[]) =>
  names.length === 0 ? 'Nobody was told' : `By ${names.map((name) => CHANNELS[name] ?? name).join(' and ')}`;

/** Lists active alarms, the channels that notified operators, and the screen at which each alarm is dealt with. */
export function ActiveAlarms({ may }: Pick<OpsScreenProps, 'may'>) {
  return (
    <TableSection
      title="Alarms"
      query={useQuery(endpointQuery(opsListAlarms))}
      empty="Nothing is wrong. A problem will be here with what to do about it."
      columns={[
        ...ALARM_COLUMNS,
        ['Since', ({ raisedAt }) => formatLagosDateTime(raisedAt)],
        [
          'Told',
          ({ toldAt, toldBy }) =>
            toldAt ? `${formatChannels(toldBy)}, ${formatLagosDateTime(toldAt)}` : 'Nobody yet',
        ],
        ['What to do', (alarm) => <AlarmWay alarm={alarm} may={may} />],
      ]}
    />
  );
}

export function AlarmHistory() {
  return (
    <TableSection
      title="Past alarms"
      query={useQuery({ ...endpointQuery(opsListAlarmHistory), select: ({ past }) => past })}
      empty="No past alarms. An alarm that is over will be here."
      columns={[
        ...ALARM_COLUMNS,
        ['From', ({ raisedAt }) => formatLagosDateTime(raisedAt)],
        ['Until', ({ overAt }) => (overAt ? formatLagosDateTime(overAt) : 'One-time event')],
        ['Told', ({ toldBy }) => formatChannels(toldBy)],
      ]}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import {
  opsCloseDeadOutboxRow,
  opsGetOutboxBacklog,
  opsListAlarmHistory,
  opsListAlarms,
  opsListDeadOutboxRows,
  opsListFailedJobs,
  opsRetryDeadOutboxRow,
  opsRunJob,
} from '#contract/ops-work-endpoints.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { capitalise, formatLagosTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { ConsolePage, type TableColumn, TableSection, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import {
  getRecordPagePath,
  OPS_SCREENS,
  type OpsScreenName,
  type OpsScreenProps,
  opsScreenPaths,
} from '../screens.ts';

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
/** These alarms end by themselves once the other side answers again. */
const WAITS = ['provider_silent', 'outbox_lag', 'redis_away', 'commits_wait'];

function AlarmWay({ alarm: { kind, subject }, may }: { alarm: Alarm } & Pick<OpsScreenProps, 'may'>) {
  const { placeOf } = useUrlFilters(['row']);
  if (kind === 'outbox_dead')
    return (
      <ConsolePageLink to={may.includes('outbox revive') && placeOf({ row: subject })}>
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
  const screen = OPS_SCREENS.find(({ name }) => name === way[1]);
  const path = way[1] === 'group' ? getRecordPagePath('group', subject) : screen?.path;
  return (
    <ConsolePageLink to={screen !== undefined && may.includes(screen.command) && path}>
      {way[0]}
    </ConsolePageLink>
  );
}

const CHANNELS: Readonly<Record<string, string>> = {
  webhook: 'webhook',
  mail: 'e-mail',
  push: 'push message',
};
const formatChannels = (names: readonly string[]) =>
  names.length === 0 ? 'Nobody was told' : `By ${names.map((name) => CHANNELS[name] ?? name).join(' and ')}`;

/** Lists active alarms, due jobs, and failed outbox rows. */
export function SystemStatusPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const history = useQuery(endpointQuery(opsListAlarmHistory));
  return (
    <ConsolePage title="System status">
      {history.data?.channels.length === 0 && (
        <MessageBox kind="warning">
          You will not be told of alarms: no alarm channel is set up. Switch them on for a device under My
          Access. The person who runs the server can set ALARM_WEBHOOK_URL or ALARM_MAIL_URL, see
          docs/operations.md.
        </MessageBox>
      )}
      <TableSection
        title="Alarms"
        query={useQuery(endpointQuery(opsListAlarms))}
        empty="Nothing is wrong."
        columns={[
          ...ALARM_COLUMNS,
          ['Since', ({ raisedAt }) => formatLagosTime(raisedAt)],
          [
            'Told',
            ({ toldAt, toldBy }) =>
              toldAt ? `${formatChannels(toldBy)}, ${formatLagosTime(toldAt)}` : 'Nobody yet',
          ],
          ['What to do', (alarm) => <AlarmWay alarm={alarm} may={may} />],
        ]}
      />
      <FailedJobs mayRun={may.includes('job run')} />
      <DeadWork mayEnd={may.includes('outbox revive')} />
      <TableSection
        title="Tasks in the queue"
        query={useQuery(endpointQuery(opsGetOutboxBacklog))}
        empty="The queue is empty."
        columns={[
          ['Task', ({ topic }) => topic],
          ['Waiting', ({ waiting }) => waiting, 'figure'],
          ['Oldest (seconds)', ({ oldestSeconds }) => oldestSeconds, 'figure'],
        ]}
      />
      <TableSection
        title="Past alarms"
        query={useQuery({ ...endpointQuery(opsListAlarmHistory), select: ({ past }) => past })}
        empty="No past alarms."
        columns={[
          ...ALARM_COLUMNS,
          ['From', ({ raisedAt }) => formatLagosTime(raisedAt)],
          ['Until', ({ overAt }) => (overAt ? formatLagosTime(overAt) : 'One-time event')],
          ['Told', ({ toldBy }) => (toldBy ? formatChannels(toldBy) : 'Not recorded')],
        ]}
      />
    </ConsolePage>
  );
}

function FailedJobs({ mayRun }: { mayRun: boolean }) {
  const { chosen, placeOf } = useUrlFilters(['job']);
  const { job: named } = chosen;
  const query = useQuery(endpointQuery(opsListFailedJobs));
  const failed = query.data?.find(({ job }) => job === named);
  return (
    <TableSection
      title="Failed jobs"
      query={query}
      empty="No job has failed."
      columns={[
        ['Job', ({ job, says }) => <ConsolePageLink to={mayRun && placeOf({ job })}>{says}</ConsolePageLink>],
        [
          'Name',
          ({ job }) => (
            <span className="num" translate="no">
              {job}
            </span>
          ),
        ],
        ['Last error', ({ lastError }) => lastError ?? 'Unknown'],
        ['Last run', ({ failedAt }) => formatLagosTime(failedAt)],
        ['Failed', ({ failures, runs }) => `${failures} of ${runs} runs`],
        [
          'What to do',
          () => "It runs again automatically. If it still fails in an hour, read the server's log.",
        ],
      ]}
    >
      {mayRun && failed && (
        <div className="card">
          <ActionForm
            key={failed.job}
            title={failed.says}
            label="Run Now"
            busyLabel="Starting..."
            to={opsRunJob}
            params={{ job: failed.job }}
            asksReason={false}
            told={() => `${failed.says}: started. It leaves this list if it succeeds.`}
            leadsTo={opsScreenPaths.work}
          >
            <p className="muted">Safe to repeat: a job does nothing twice.</p>
          </ActionForm>
        </div>
      )}
    </TableSection>
  );
}

function DeadWork({ mayEnd }: { mayEnd: boolean }) {
  const { chosen, placeOf } = useUrlFilters(['row']);
  const { row } = chosen;
  return (
    <TableSection
      title="Failed tasks"
      query={useQuery(endpointQuery(opsListDeadOutboxRows))}
      empty="No failed tasks."
      columns={[
        [
          'Task',
          ({ id, topic }) => (
            <ConsolePageLink to={mayEnd && placeOf({ row: String(id) })}>{`${id}, ${topic}`}</ConsolePageLink>
          ),
        ],
        ['Last error', ({ lastError }) => lastError ?? 'Unknown'],
        ['Failed', ({ deadAt }) => formatLagosTime(deadAt)],
      ]}
    >
      {row && mayEnd && <EndWork key={row} row={row} />}
    </TableSection>
  );
}

/** Offers to try a failed row again or to close it. All rows of a topic can only be tried again. */
function EndWork({ row }: { row: string }) {
  const isTopic = !/^\d+$/.test(row);
  const what = isTopic ? `all failed tasks ${row}` : `task ${row}`;
  return (
    <div className="card stack" data-gap="5">
      <ActionForm
        title={`Try ${what} again`}
        label="Try Again"
        busyLabel="Trying again..."
        to={opsRetryDeadOutboxRow}
        params={{ work: row }}
        asksReason={false}
        told={() => `${capitalise(what)} will be tried again.`}
        leadsTo={opsScreenPaths.work}
      />
      {!isTopic && (
        <ActionForm
          title={`Close task ${row} without doing it`}
          label="Close"
          variant="danger"
          busyLabel="Closing..."
          to={opsCloseDeadOutboxRow}
          params={{ work: row }}
          told={() => `Task ${row} is closed.`}
          leadsTo={opsScreenPaths.work}
        />
      )}
    </div>
  );
}

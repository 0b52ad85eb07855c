import { useQuery } from '@tanstack/react-query';
import {
  opsCloseDeadOutboxRow,
  opsGetOutboxBacklog,
  opsListAlarmHistory,
  opsListAlarms,
  opsListDeadOutboxRows,
  opsListFailedJobs,
  opsRetryDeadOutboxRow,
} from '#contract/ops-work-endpoints.ts';
import { MessageBox } from '../../ui/Note.tsx';
import { capitalise, formatLagosTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { ConsolePage, type TableColumn, TableSection, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

interface Alarm {
  says: string;
  subject: string;
  detail: string;
}

const ALARM_COLUMNS: readonly TableColumn<Alarm>[] = [
  ['Problem', ({ says }) => capitalise(says)],
  ['Details', ({ subject, detail }) => [subject, detail].filter(Boolean).join(': ')],
];

/** Lists active alarms, due jobs, and failed outbox rows. */
export function SystemStatusPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const history = useQuery(endpointQuery(opsListAlarmHistory));
  return (
    <ConsolePage title="System status">
      {history.data?.channels.length === 0 && (
        <MessageBox kind="warning">
          Nobody is notified of alarms: no alarm channel is set up. The person who runs the server can set
          ALARM_WEBHOOK_URL or ALARM_MAIL_URL, see docs/operations.md.
        </MessageBox>
      )}
      <TableSection
        title="Alarms"
        query={useQuery(endpointQuery(opsListAlarms))}
        empty="Nothing is wrong."
        columns={[
          ...ALARM_COLUMNS,
          ['Since', ({ raisedAt }) => formatLagosTime(raisedAt)],
          ['Sent', ({ toldAt }) => (toldAt ? formatLagosTime(toldAt) : 'Not yet')],
        ]}
      />
      <FailedJobs />
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
        ]}
      />
    </ConsolePage>
  );
}

function FailedJobs() {
  return (
    <TableSection
      title="Failed jobs"
      query={useQuery(endpointQuery(opsListFailedJobs))}
      empty="No job has failed."
      columns={[
        [
          'Job',
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
    />
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

/** Offers two actions for a failed row: retry or close. */
function EndWork({ row }: { row: string }) {
  return (
    <div className="card stack" data-gap="5">
      <ActionForm
        title={`Try task ${row} again`}
        label="Try Again"
        busyLabel="Trying again..."
        to={opsRetryDeadOutboxRow}
        params={{ work: row }}
        asksReason={false}
        told={() => `Task ${row} will be tried again.`}
        leadsTo={opsScreenPaths.work}
      />
      <ActionForm
        title={`Close task ${row} without doing it`}
        label="Close"
        busyLabel="Closing..."
        to={opsCloseDeadOutboxRow}
        params={{ work: row }}
        told={() => `Task ${row} is closed.`}
        leadsTo={opsScreenPaths.work}
      />
    </div>
  );
}

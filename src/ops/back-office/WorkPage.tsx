import { useQuery } from '@tanstack/react-query';
import {
  opsAlarmHistory,
  opsAlarms,
  opsCloseOutboxRow,
  opsDeadOutbox,
  opsJobs,
  opsOutbox,
  opsReviveOutboxRow,
} from '#contract/ops-work-endpoints.ts';
import { Note } from '../../ui/Note.tsx';
import { capitalised, lagosTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { type Column, List, Page, useFilters } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';

interface Alarm {
  says: string;
  subject: string;
  detail: string;
}

const ALARM_COLUMNS: readonly Column<Alarm>[] = [
  ['Problem', ({ says }) => capitalised(says)],
  ['Details', ({ subject, detail }) => [subject, detail].filter(Boolean).join(': ')],
];

/** Lists active alarms, due jobs, and failed outbox rows. */
export function WorkPage({ may }: Pick<ScreenProps, 'may'>) {
  const history = useQuery(endpointQuery(opsAlarmHistory));
  return (
    <Page title="System status">
      {history.data?.channels.length === 0 && (
        <Note kind="warning">
          Nobody is notified of alarms: no alarm channel is set up. The person who runs the server can set
          ALARM_WEBHOOK_URL or ALARM_MAIL_URL, see docs/operations.md.
        </Note>
      )}
      <List
        title="Alarms"
        query={useQuery(endpointQuery(opsAlarms))}
        empty="Nothing is wrong."
        columns={[
          ...ALARM_COLUMNS,
          ['Since', ({ raisedAt }) => lagosTime(raisedAt)],
          ['Sent', ({ toldAt }) => (toldAt ? lagosTime(toldAt) : 'Not yet')],
        ]}
      />
      <FailedJobs />
      <DeadWork mayEnd={may.includes('outbox revive')} />
      <List
        title="Tasks in the queue"
        query={useQuery(endpointQuery(opsOutbox))}
        empty="The queue is empty."
        columns={[
          ['Task', ({ topic }) => topic],
          ['Waiting', ({ waiting }) => waiting, 'figure'],
          ['Oldest (seconds)', ({ oldestSeconds }) => oldestSeconds, 'figure'],
        ]}
      />
      <List
        title="Past alarms"
        query={useQuery({ ...endpointQuery(opsAlarmHistory), select: ({ past }) => past })}
        empty="No past alarms."
        columns={[
          ...ALARM_COLUMNS,
          ['From', ({ raisedAt }) => lagosTime(raisedAt)],
          ['Until', ({ overAt }) => (overAt ? lagosTime(overAt) : 'One-time event')],
        ]}
      />
    </Page>
  );
}

function FailedJobs() {
  return (
    <List
      title="Failed jobs"
      query={useQuery(endpointQuery(opsJobs))}
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
        ['Last run', ({ failedAt }) => lagosTime(failedAt)],
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
  const { chosen, placeOf } = useFilters(['row']);
  const { row } = chosen;
  return (
    <List
      title="Failed tasks"
      query={useQuery(endpointQuery(opsDeadOutbox))}
      empty="No failed tasks."
      columns={[
        [
          'Task',
          ({ id, topic }) => (
            <PageLink to={mayEnd && placeOf({ row: String(id) })}>{`${id}, ${topic}`}</PageLink>
          ),
        ],
        ['Last error', ({ lastError }) => lastError ?? 'Unknown'],
        ['Failed', ({ deadAt }) => lagosTime(deadAt)],
      ]}
    >
      {row && mayEnd && <EndWork key={row} row={row} />}
    </List>
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
        to={opsReviveOutboxRow}
        params={{ work: row }}
        asksReason={false}
        told={() => `Task ${row} will be tried again.`}
        leadsTo={opsScreens.work}
      />
      <ActionForm
        title={`Close task ${row} without doing it`}
        label="Close"
        busyLabel="Closing..."
        to={opsCloseOutboxRow}
        params={{ work: row }}
        told={() => `Task ${row} is closed.`}
        leadsTo={opsScreens.work}
      />
    </div>
  );
}

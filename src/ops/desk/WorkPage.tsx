import { useQuery } from '@tanstack/react-query';
import {
  opsAlarmHistory,
  opsAlarms,
  opsCloseWork,
  opsDeadWork,
  opsJobs,
  opsOutbox,
  opsReviveWork,
} from '#contract/ops-work-endpoints.ts';
import { Note } from '../../ui/Note.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { type Column, List, Page, useFilters } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { reading } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';
import { capital, lagosTime } from '../words.ts';

interface Alarm {
  says: string;
  subject: string;
  detail: string;
}

const ALARM_COLUMNS: readonly Column<Alarm>[] = [
  ['What', ({ says }) => capital(says)],
  ['Of', ({ subject, detail }) => [subject, detail].filter(Boolean).join(': ')],
];

/** What is wrong now, what is due, and work that was given up. */
export function WorkPage({ may }: Pick<ScreenProps, 'may'>) {
  const history = useQuery(reading(opsAlarmHistory));
  return (
    <Page title="Work">
      {history.data?.channels.length === 0 && (
        <Note kind="warning">
          Nobody will be notified: no alarm channel is set. Whoever runs the server sets ALARM_WEBHOOK_URL or
          ALARM_MAIL_URL, as docs/operations.md says.
        </Note>
      )}
      <List
        title="Alarms"
        query={useQuery(reading(opsAlarms))}
        empty="Nothing is wrong."
        columns={[
          ...ALARM_COLUMNS,
          ['Since', ({ raisedAt }) => lagosTime(raisedAt)],
          ['Told', ({ toldAt }) => (toldAt ? lagosTime(toldAt) : 'Not yet')],
        ]}
      />
      <FailedJobs />
      <DeadWork mayEnd={may.includes('outbox revive')} />
      <List
        title="What is due"
        query={useQuery(reading(opsOutbox))}
        empty="Nothing waits."
        columns={[
          ['Topic', ({ topic }) => topic],
          ['Waiting', ({ waiting }) => waiting, 'figure'],
          ['Oldest, seconds', ({ oldestSeconds }) => oldestSeconds, 'figure'],
        ]}
      />
      <List
        title="Alarms that are over"
        query={useQuery({ ...reading(opsAlarmHistory), select: ({ past }) => past })}
        empty="No alarm is over."
        columns={[
          ...ALARM_COLUMNS,
          ['From', ({ raisedAt }) => lagosTime(raisedAt)],
          ['Till', ({ overAt }) => (overAt ? lagosTime(overAt) : 'It happened once')],
        ]}
      />
    </Page>
  );
}

function FailedJobs() {
  return (
    <List
      title="Jobs that failed"
      query={useQuery(reading(opsJobs))}
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
        ['Last error', ({ lastError }) => lastError ?? 'None is known'],
        ['Last run', ({ failedAt }) => lagosTime(failedAt)],
        ['Failed', ({ failures, runs }) => `${failures} of ${runs} runs`],
        [
          'What to do',
          () => 'It runs again by itself. If it still fails in an hour, read the log of the server.',
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
      title="Work that was given up"
      query={useQuery(reading(opsDeadWork))}
      empty="Nothing was given up."
      columns={[
        [
          'Row',
          ({ id, topic }) => (
            <PageLink to={mayEnd && placeOf({ row: String(id) })}>{`${id}, ${topic}`}</PageLink>
          ),
        ],
        ['Last error', ({ lastError }) => lastError ?? 'None is known'],
        ['Given up', ({ deadAt }) => lagosTime(deadAt)],
      ]}
    >
      {row && mayEnd && <EndWork key={row} row={row} />}
    </List>
  );
}

/** The two ways on for a row: another try, or its end. */
function EndWork({ row }: { row: string }) {
  return (
    <div className="card stack" data-gap="5">
      <ActionForm
        title={`Try row ${row} again`}
        label="Try Again"
        busyLabel="Reviving..."
        to={opsReviveWork}
        params={{ work: row }}
        asksReason={false}
        told={() => `Row ${row} will be tried again.`}
        leadsTo={opsScreens.work}
      />
      <ActionForm
        title={`Close row ${row}: nobody will do it any more`}
        label="Close"
        busyLabel="Closing..."
        to={opsCloseWork}
        params={{ work: row }}
        told={() => `Row ${row} is closed.`}
        leadsTo={opsScreens.work}
      />
    </div>
  );
}

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
import { type Column, List, Page, Part, Table, useFilters } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
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
  const filters = useFilters(['row']);
  const { row } = filters.chosen;
  const mayEnd = may.includes('outbox revive');
  return (
    <Page title="Work">
      {history.data?.channels.length === 0 && (
        <Note kind="warning">
          Nobody will be notified: no alarm channel is set. Whoever runs the server sets ALARM_WEBHOOK_URL or
          ALARM_MAIL_URL, as docs/operations.md says.
        </Note>
      )}
      <Part title="Alarms">
        <List
          label="Alarms"
          query={useQuery(reading(opsAlarms))}
          empty="Nothing is wrong."
          keyOf={({ kind, subject }) => `${kind} ${subject}`}
          columns={[
            ...ALARM_COLUMNS,
            ['Since', ({ raisedAt }) => lagosTime(raisedAt)],
            ['Told', ({ toldAt }) => (toldAt ? lagosTime(toldAt) : 'Not yet')],
          ]}
        />
      </Part>
      <Part title="Jobs that failed">
        <List
          label="Jobs that failed"
          query={useQuery(reading(opsJobs))}
          empty="No job has failed."
          keyOf={({ job }) => job}
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
      </Part>
      <Part title="Work that was given up">
        {row && mayEnd && <EndWork key={row} row={row} />}
        <List
          label="Work that was given up"
          query={useQuery(reading(opsDeadWork))}
          empty="Nothing was given up."
          keyOf={({ id }) => id}
          columns={[
            [
              'Row',
              ({ id, topic }) => {
                const words = `${id}, ${topic}`;
                return mayEnd ? (
                  <PageLink to={filters.placeOf({ row: String(id) })}>{words}</PageLink>
                ) : (
                  words
                );
              },
            ],
            ['Last error', ({ lastError }) => lastError ?? 'None is known'],
            ['Given up', ({ deadAt }) => lagosTime(deadAt)],
          ]}
        />
      </Part>
      <Part title="What is due">
        <List
          label="What is due"
          query={useQuery(reading(opsOutbox))}
          empty="Nothing waits."
          keyOf={({ topic }) => topic}
          columns={[
            ['Topic', ({ topic }) => topic],
            ['Waiting', ({ waiting }) => waiting, 'figure'],
            ['Oldest, seconds', ({ oldestSeconds }) => oldestSeconds, 'figure'],
          ]}
        />
      </Part>
      <Part title="Alarms that are over">
        <Loaded query={history}>
          {({ past }) => (
            <Table
              label="Alarms that are over"
              rows={past}
              empty="No alarm is over."
              keyOf={({ kind, subject, raisedAt }) => `${kind} ${subject} ${raisedAt}`}
              columns={[
                ...ALARM_COLUMNS,
                ['From', ({ raisedAt }) => lagosTime(raisedAt)],
                ['Till', ({ overAt }) => (overAt ? lagosTime(overAt) : 'It happened once')],
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

/** The two ways on for a row: another try, or its end. */
function EndWork({ row }: { row: string }) {
  const after = { changes: [opsDeadWork, opsOutbox], leadsTo: opsScreens.work };
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
        {...after}
      />
      <ActionForm
        title={`Close row ${row}: nobody will do it any more`}
        label="Close"
        busyLabel="Closing..."
        to={opsCloseWork}
        params={{ work: row }}
        reads={{ reason: String }}
        told={() => `Row ${row} is closed.`}
        {...after}
      />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import {
  opsCloseDeadOutboxRows,
  opsGetOutboxBacklog,
  opsListAlarmHistory,
  opsListDeadOutboxRows,
  opsListFailedJobs,
  opsRetryDeadOutboxRows,
  opsRunJob,
} from '#contract/ops/work-endpoints.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { capitalise, formatLagosDateTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { ConsolePage, FilterChips, TableSection, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { ActiveAlarms, AlarmHistory } from './Alarms.tsx';

/** Sections of the page. The screen Today links to one section; an address without one shows the whole page. */
const PARTS = [
  { label: 'Everything' },
  { value: 'alarms', label: 'Alarms' },
  { value: 'jobs', label: 'Failed jobs' },
  { value: 'tasks', label: 'Failed tasks' },
] as const;

/** Lists active alarms, failed jobs, and failed tasks of the outbox. */
export function SystemStatusPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const history = useQuery(endpointQuery(opsListAlarmHistory));
  const filters = useUrlFilters(['show']);
  const part = PARTS.find((one) => 'value' in one && one.value === filters.chosen.show)?.label;
  return (
    <ConsolePage title="System status">
      {history.data?.channels.length === 0 && (
        <MessageBox kind="warning">
          You will not be told of alarms: no alarm channel is set up. Switch them on for a device under My
          Access. The person who runs the server can set ALARM_WEBHOOK_URL or ALARM_MAIL_URL, see
          docs/operations.md.
        </MessageBox>
      )}
      <FilterChips filters={filters} name="show" label="Show" options={PARTS} />
      {(!part || part === 'Alarms') && <ActiveAlarms may={may} />}
      {(!part || part === 'Failed jobs') && <FailedJobs mayRun={may.includes('job run')} />}
      {(!part || part === 'Failed tasks') && <DeadWork mayEnd={may.includes('outbox revive')} />}
      {!part && <QueuedTasks />}
      {!part && <AlarmHistory />}
    </ConsolePage>
  );
}

function QueuedTasks() {
  return (
    <TableSection
      title="Tasks in the queue"
      query={useQuery(endpointQuery(opsGetOutboxBacklog))}
      empty="The queue is empty. Every task is done."
      columns={[
        ['Task', ({ topic }) => topic],
        ['Waiting', ({ waiting }) => waiting, 'figure'],
        ['Oldest (seconds)', ({ oldestSeconds }) => oldestSeconds, 'figure'],
      ]}
    />
  );
}

function FailedJobs({ mayRun }: { mayRun: boolean }) {
  const { chosen, placeOf } = useUrlFilters(['show', 'job']);
  const { job: named } = chosen;
  const query = useQuery(endpointQuery(opsListFailedJobs));
  const failed = query.data?.find(({ job }) => job === named);
  return (
    <TableSection
      title="Failed jobs"
      query={query}
      empty="No job has failed. One that fails will be here with a button to run it."
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
        ['Last run', ({ failedAt }) => formatLagosDateTime(failedAt)],
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
            successMessage={() => `${failed.says}: started. It leaves this list if it succeeds.`}
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
  const { chosen, placeOf } = useUrlFilters(['show', 'row']);
  const { row } = chosen;
  return (
    <TableSection
      title="Failed tasks"
      query={useQuery(endpointQuery(opsListDeadOutboxRows))}
      empty="No failed tasks. One that fails will be here with a button to try it again."
      columns={[
        [
          'Task',
          ({ id, topic }) => (
            <ConsolePageLink to={mayEnd && placeOf({ row: String(id) })}>{`${id}, ${topic}`}</ConsolePageLink>
          ),
        ],
        ['Last error', ({ lastError }) => lastError ?? 'Unknown'],
        ['Failed', ({ deadAt }) => formatLagosDateTime(deadAt)],
      ]}
    >
      {row && mayEnd && <EndWork key={row} row={row} />}
    </TableSection>
  );
}

/** Offers to retry or close one failed task of the outbox. All tasks of a topic together can only be retried. */
function EndWork({ row }: { row: string }) {
  const isTopic = !/^\d+$/.test(row);
  const what = isTopic ? `all failed tasks ${row}` : `task ${row}`;
  return (
    <div className="card stack" data-gap="5">
      <ActionForm
        title={`Try ${what} again`}
        label="Try Again"
        busyLabel="Trying again..."
        to={opsRetryDeadOutboxRows}
        params={{ work: row }}
        asksReason={false}
        successMessage={() => `${capitalise(what)} will be tried again.`}
        leadsTo={opsScreenPaths.work}
      />
      {!isTopic && (
        <ActionForm
          title={`Close task ${row} without doing it`}
          label="Close"
          variant="danger"
          busyLabel="Closing..."
          to={opsCloseDeadOutboxRows}
          params={{ work: row }}
          successMessage={() => `Task ${row} is closed.`}
          leadsTo={opsScreenPaths.work}
        />
      )}
    </div>
  );
}

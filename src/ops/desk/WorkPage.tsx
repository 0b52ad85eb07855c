import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { opsCloseWork, opsReviveWork } from '#contract/ops-work-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import type { Elements } from '../../lib/elements.ts';
import { Note } from '../../ui/Note.tsx';
import { ActForm } from '../ActForm.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { lagosTime } from '../words.ts';
import { alarmHistoryQuery, alarmsQuery, deadWorkQuery, jobsQuery, outboxQuery } from './desk-queries.ts';

/** What is wrong now, what is due, and work that was given up. */
export function WorkPage({ may }: { may: readonly string[] }) {
  const [alarms, outbox, dead] = [useQuery(alarmsQuery), useQuery(outboxQuery), useQuery(deadWorkQuery)];
  const [jobs, history] = [useQuery(jobsQuery), useQuery(alarmHistoryQuery)];
  const row = new URLSearchParams(useLocation().search).get('row');
  const [told, setTold] = useState<string>();
  const mayEnd = may.includes('outbox revive');
  return (
    <div className="stack" data-gap="6">
      <h1>Work</h1>
      {told && <Note kind="success">{told}</Note>}
      {history.data?.channels.length === 0 && (
        <Note kind="warning">
          Nobody will be notified: no alarm channel is set. Whoever runs the server sets ALARM_WEBHOOK_URL or
          ALARM_MAIL_URL, as docs/operations.md says.
        </Note>
      )}
      <Part title="Alarms">
        <Loaded query={alarms}>
          {(rows) => (
            <Table
              label="Alarms"
              rows={rows}
              empty="Nothing is wrong."
              keyOf={({ kind, subject }) => `${kind} ${subject}`}
              columns={[
                { name: 'What', of: ({ says }) => sentence(says) },
                {
                  name: 'Of',
                  of: ({ subject, detail }) => [subject, detail].filter(Boolean).join(': '),
                },
                { name: 'Since', of: ({ raisedAt }) => lagosTime(raisedAt) },
                { name: 'Told', of: ({ toldAt }) => (toldAt ? lagosTime(toldAt) : 'Not yet') },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <Part title="Jobs that failed">
        <Loaded query={jobs}>
          {(rows) => (
            <Table
              label="Jobs that failed"
              rows={rows}
              empty="No job has failed."
              keyOf={({ job }) => job}
              columns={[
                {
                  name: 'Job',
                  of: ({ job }) => (
                    <span className="num" translate="no">
                      {job}
                    </span>
                  ),
                },
                { name: 'Last error', of: ({ lastError }) => lastError ?? 'None is known' },
                { name: 'Last run', of: ({ failedAt }) => lagosTime(failedAt) },
                { name: 'Failed', of: ({ failures, runs }) => `${failures} of ${runs} runs` },
                {
                  name: 'What to do',
                  of: () =>
                    'It runs again by itself. If it still fails in an hour, read the log of the server.',
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <Part title="Work that was given up">
        {row && mayEnd && <EndWork key={row} row={row} onTold={setTold} />}
        <Loaded query={dead}>
          {(rows) => (
            <Table
              label="Work that was given up"
              rows={rows}
              empty="Nothing was given up."
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Row',
                  of: ({ id, topic }) =>
                    mayEnd ? (
                      <Link className="link" to={`${opsScreens.work}?row=${id}`}>
                        {`${id}, ${topic}`}
                      </Link>
                    ) : (
                      `${id}, ${topic}`
                    ),
                },
                { name: 'Last error', of: ({ lastError }) => lastError ?? 'None is known' },
                { name: 'Given up', of: ({ deadAt }) => lagosTime(deadAt) },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <Part title="What is due">
        <Loaded query={outbox}>
          {(rows) => (
            <Table
              label="What is due"
              rows={rows}
              empty="Nothing waits."
              keyOf={({ topic }) => topic}
              columns={[
                { name: 'Topic', of: ({ topic }) => topic },
                { name: 'Waiting', of: ({ waiting }) => waiting, isFigure: true },
                { name: 'Oldest, seconds', of: ({ oldestSeconds }) => oldestSeconds, isFigure: true },
              ]}
            />
          )}
        </Loaded>
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
                { name: 'What', of: ({ says }) => sentence(says) },
                { name: 'Of', of: ({ subject, detail }) => [subject, detail].filter(Boolean).join(': ') },
                { name: 'From', of: ({ raisedAt }) => lagosTime(raisedAt) },
                { name: 'Till', of: ({ overAt }) => (overAt ? lagosTime(overAt) : 'It happened once') },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </div>
  );
}

function sentence(words: string): string {
  return words.replace(/^./, (first) => first.toUpperCase());
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="stack" data-gap="3">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface EndProps {
  row: string;
  onTold: (told: string) => void;
}

/** The two ways on for a row: another try, or its end. */
function EndWork({ row, onTold }: EndProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { work: row };
  const handleDone = () => {
    void queryClient.invalidateQueries({ queryKey: deadWorkQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: outboxQuery.queryKey });
    navigate(opsScreens.work, { replace: true });
  };
  return (
    <div className="card stack" data-gap="5">
      <ActForm
        title={`Try row ${row} again`}
        label="Try Again"
        busyLabel="Reviving..."
        asksReason={false}
        act={async (_, idempotencyKey) => {
          const reply = await send(opsReviveWork, { params, idempotencyKey });
          onTold(`Row ${row} will be tried again.`);
          return reply;
        }}
        onDone={handleDone}
      />
      <ActForm
        title={`Close row ${row}: nobody will do it any more`}
        label="Close"
        busyLabel="Closing..."
        act={async ({ reason = '' }, idempotencyKey) => {
          const reply = await send(opsCloseWork, { params, body: { reason }, idempotencyKey });
          onTold(`Row ${row} is closed.`);
          return reply;
        }}
        onDone={handleDone}
      />
    </div>
  );
}

import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '../../server/jobs/schedule.ts';
import { recordEvents } from '../money/support/run-jobs.ts';
import { startApi, type TestApi } from '../support/api.ts';

interface LogLine {
  topic?: string;
  alarm?: string;
}

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it.each([
  { job: 'outbox', topic: 'notice', payload: { fact: 'group_moved', userId: 'nobody', groupId: 'none' } },
  { job: 'provider-events', topic: 'provider_event', payload: { eventId: 'none' } },
  { job: 'push', topic: 'push', payload: { noticeId: 'none', endpoint: 'nowhere' } },
  { job: 'referral', topic: 'referral', payload: { userId: 'nobody' } },
])('a $topic row that cannot be done is given up after 20 tries, with one alarm', async (row) => {
  await api.db.query('DELETE FROM outbox');
  await api.db.query('INSERT INTO outbox (topic, dedupe_key, payload) VALUES ($1, $1, $2)', [
    row.topic,
    JSON.stringify(row.payload),
  ]);
  const lines: LogLine[] = [];
  const { log } = Fastify({ logger: { stream: { write: (line) => lines.push(JSON.parse(line)) } } });
  const jobs = listJobs({ ...api.deps, live: recordEvents(), log, wake: () => undefined });
  const job = jobs.find(({ name }) => name === row.job);
  for (let turn = 1; turn <= 22; turn += 1) {
    await api.db.query('UPDATE outbox SET available_at = now()');
    await job?.run({ isStopping: () => false });
  }
  expect(lines.filter(({ topic }) => topic === row.topic)).toHaveLength(20);
  expect(lines.filter(({ alarm }) => alarm === 'outbox_dead')).toEqual([lines[19]]);
  expect(
    await api.db.query('SELECT attempts, dead_at IS NOT NULL AS "isDead", done_at AS "doneAt" FROM outbox'),
  ).toEqual([{ attempts: 20, isDead: true, doneAt: null }]);
});

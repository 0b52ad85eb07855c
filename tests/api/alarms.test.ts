import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AlarmChannel,
  type AlarmMessage,
  createAlarmChannels,
} from '../../server/alarms/alarm-channels.ts';
import { ALARM_KINDS } from '../../server/alarms/alarm-kinds.ts';
import { createAlarmService } from '../../server/alarms/alarms.ts';
import { findAlarmHistory } from '../../server/alarms/alarms-repository.ts';
import { checkMachineHealth } from '../../server/alarms/machine-watch.ts';
import { readConfig } from '../../server/config/config.ts';
import { createReportAlarmsJob } from '../../server/jobs/alarms-job.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);

/** A webhook server that keeps what it receives and answers with the set status. */
const hook = { status: 200, bodies: [] as AlarmMessage[], url: '' };
const hookServer = createServer(async (request: IncomingMessage, reply) => {
  let text = '';
  for await (const part of request) text += part;
  if (hook.status === 200) hook.bodies.push(JSON.parse(text));
  reply.writeHead(hook.status).end();
});
/** A minimal mail server that keeps the mails. */
const mails: string[] = [];
const mailServer = createSocketServer((socket) => {
  let mail: string | null = null;
  socket.write('220 mail\r\n');
  let rest = '';
  socket.on('data', (data) => {
    rest += data;
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (mail === null) {
        if (line === 'DATA') mail = '';
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      } else if (line === '.') {
        mails.push(mail);
        mail = null;
        socket.write('250 ok\r\n');
      } else mail += `${line}\n`;
    }
  });
});
const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
let mailUrl = '';
beforeAll(async () => {
  hook.url = `http://127.0.0.1:${await listen(hookServer)}/hook`;
  mailUrl = `smtp://127.0.0.1:${await listen(mailServer)}?from=shop@example.com&to=me@example.com`;
});
afterAll(() => {
  hookServer.closeAllConnections();
  hookServer.close();
  mailServer.close();
});
beforeEach(async () => {
  await api.db.query('DELETE FROM alarms');
  await api.db.query('DELETE FROM outbox');
  Object.assign(hook, { status: 200, bodies: [] });
  mails.length = 0;
  lines.length = 0;
});

interface LogLine {
  level: number;
  alarm?: string;
  msg: string;
}
/** The level of errors in pino's numbers. */
const ERROR = 50;
const lines: LogLine[] = [];
const { log } = Fastify({ logger: { stream: { write: (line) => lines.push(JSON.parse(line)) } } });

const channelsOf = (environment: Record<string, string>): AlarmChannel[] =>
  createAlarmChannels(readConfig(environment).alarms);

/** Runs the job once, as one of several instances does. */
const look = (channels = channelsOf({ ALARM_WEBHOOK_URL: hook.url })) =>
  createReportAlarmsJob(api.db, { shop: 'Shop', channels, log }).run({ isStopping: () => false });

const told = () => hook.bodies.map(({ state, kind, subject }) => `${state} ${kind} ${subject}`.trim());

const giveUp = (topic: string) =>
  api.db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload, dead_at) VALUES ($1, gen_random_uuid()::text, '{}', now())`,
    [topic],
  );

it('what waits for a person is told once however many instances look, and once when it is over', async () => {
  await giveUp('notice');
  await giveUp('notice');
  await look();
  await look();
  expect(told()).toEqual(['raised outbox_dead notice']);
  expect(hook.bodies[0]?.text).toMatch(
    /^Shop ALARM outbox_dead \(notice, 2 of them\): a task failed for the last time and is not tried again\. Since \S+Z\. What to do: docs\/operations\.md$/,
  );
  await api.db.query('UPDATE outbox SET done_at = now()');
  await look();
  await look();
  expect(told()).toEqual(['raised outbox_dead notice', 'over outbox_dead notice']);
});

it('the history says which channels told of an alarm, at its start or its end', async () => {
  await giveUp('join');
  await look();
  await api.db.query('UPDATE outbox SET done_at = now()');
  await look(channelsOf({ ALARM_MAIL_URL: mailUrl }));
  await giveUp('push');
  await look([]);
  await api.db.query('UPDATE outbox SET done_at = now()');
  await look([]);
  const past = await findAlarmHistory(api.db, 2);
  expect(past.map(({ subject, toldBy }) => [subject, toldBy])).toEqual([
    ['push', []],
    ['join', ['webhook', 'mail']],
  ]);
});

it('what lasts is told again after four hours, not before', async () => {
  await giveUp('push');
  await look();
  const wasTold = (ago: string) => api.db.query(`UPDATE alarms SET told_at = now() - $1::interval`, [ago]);
  await wasTold('3 hours 59 minutes');
  await look();
  expect(told()).toEqual(['raised outbox_dead push']);
  await wasTold('4 hours');
  await look();
  await look();
  expect(told()).toEqual(['raised outbox_dead push', 'still outbox_dead push']);
});

it('a queue that is old and an item that is overdue are told', async () => {
  await api.db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload, available_at)
     VALUES ('join', 'old', '{}', now() - interval '2 minutes'), ('progress', 'new', '{}', now())`,
  );
  await look();
  expect(told()).toEqual(['raised outbox_lag join']);
});

it('an event is told once and never as over; the same one later is another', async () => {
  const alarms = createAlarmService(api.db, log);
  const noted = () => expect.poll(async () => (await api.db.query('SELECT FROM alarms')).length).toBe(1);
  alarms.raise('chargeback', 'gb-1', { lossKobo: 5 });
  expect(lines).toMatchObject([{ level: ERROR, alarm: 'chargeback', lossKobo: 5 }]);
  await noted();
  await look();
  await look();
  expect(told()).toEqual(['event chargeback gb-1']);
  alarms.raise('chargeback', 'gb-1');
  await noted();
  await look();
  expect(told()).toEqual(['event chargeback gb-1', 'event chargeback gb-1']);
});

it('what ended before anybody heard of it is not told', async () => {
  const alarms = createAlarmService(api.db, log);
  alarms.raise('provider_silent', '');
  await expect.poll(async () => (await api.db.query('SELECT FROM alarms')).length).toBe(1);
  alarms.end('provider_silent');
  await expect
    .poll(async () => (await api.db.query('SELECT FROM alarms WHERE over_at IS NOT NULL')).length)
    .toBe(1);
  await look();
  expect(told()).toEqual([]);
  expect(await api.db.query('SELECT FROM alarms')).toEqual([]);
});

it('what reached nobody stays due, and its failure is in the log', async () => {
  await giveUp('notice');
  hook.status = 500;
  await look();
  expect(lines.filter(({ msg }) => msg === 'an alarm could not be sent')).toMatchObject([
    { channel: 'webhook', kind: 'outbox_dead', err: { message: 'the webhook answered 500' } },
  ]);
  hook.status = 200;
  await look();
  expect(told()).toEqual(['raised outbox_dead notice']);
});

it('a mail arrives over SMTP, also where the webhook is gone', async () => {
  await giveUp('notice');
  await look(channelsOf({ ALARM_WEBHOOK_URL: 'http://127.0.0.1:9/', ALARM_MAIL_URL: mailUrl }));
  await look(channelsOf({ ALARM_MAIL_URL: mailUrl }));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('From: shop@example.com');
  expect(mails[0]).toContain('To: me@example.com');
  expect(mails[0]).toContain('Subject: Shop: outbox_dead (raised)');
  // Quoted-printable breaks long lines.
  expect(mails[0]?.replaceAll('=\n', '')).toContain('a task failed for the last time and is not tried again');
});

it('who raises an alarm neither waits nor fails when it cannot be noted', async () => {
  const gone = { query: () => Promise.reject(new Error('no database')) };
  expect(createAlarmService(gone, log).raise('order_failed', 'gb-2')).toBeUndefined();
  await expect
    .poll(() => lines.map(({ msg }) => msg))
    .toContain('an alarm could not be noted: the log alone tells it');
});

it('a clock that is wrong and a disk that is full are told of the instance, and are over when it is gone', async () => {
  let aheadMs = 3_600_000;
  let free = 10;
  const machine = {
    name: 'host:4000',
    dataDir: api.config.dataDir,
    now: () => Date.now() + aheadMs,
    freeBytes: async () => free,
    onError: () => undefined,
  };
  await checkMachineHealth(api.db, machine);
  await look();
  expect(told().sort()).toEqual(['raised clock host:4000', 'raised disk host:4000']);
  expect(hook.bodies.find(({ kind }) => kind === 'clock')?.text).toContain('3600 s ahead of the database');
  aheadMs = 0;
  free = 1e12;
  await checkMachineHealth(api.db, machine);
  await look();
  expect(told().slice(2).sort()).toEqual(['over clock host:4000', 'over disk host:4000']);
  aheadMs = -60_000;
  await checkMachineHealth(api.db, machine);
  await look();
  await api.db.query(`UPDATE alarms SET seen_at = now() - interval '11 minutes'`);
  await look();
  expect(told().slice(4)).toEqual(['raised clock host:4000', 'over clock host:4000']);
});

it('an instance without the pictures is told of, and is over once it has them', async () => {
  let missing = ['cloth.png'];
  const machine = {
    name: 'host:4000',
    dataDir: api.config.dataDir,
    freeBytes: async () => 1e12,
    findMissingImages: async () => missing,
    onError: () => undefined,
  };
  await checkMachineHealth(api.db, machine);
  await look();
  missing = [];
  await checkMachineHealth(api.db, machine);
  await look();
  expect(told()).toEqual(['raised pictures host:4000', 'over pictures host:4000']);
  expect(hook.bodies[0]?.text).toContain('1 of the newest are missing, as cloth.png');
});

it('many wrong tries at operators are told, and the end of them', async () => {
  const guessed = (times: number, ago: string) =>
    api.db.query(
      `INSERT INTO security_events (event, address, times, hour)
       VALUES ('operator_refused', 'operator', $1, date_trunc('hour', now() - $2::interval))
       ON CONFLICT (user_id, event, address, hour) DO UPDATE SET times = security_events.times + excluded.times`,
      [times, ago],
    );
  await guessed(19, '0');
  await guessed(1_000, '3 hours');
  await look();
  expect(told()).toEqual([]);
  await guessed(1, '0');
  await look();
  expect(told()).toEqual(['raised operator_guessed']);
  await api.db.query('DELETE FROM security_events');
  await look();
  expect(told()).toEqual(['raised operator_guessed', 'over operator_guessed']);
});

it('a machine that is right raises nothing', async () => {
  await checkMachineHealth(api.db, {
    name: 'host:1',
    dataDir: api.config.dataDir,
    freeBytes: async () => 1e12,
    onError: () => undefined,
  });
  await look();
  expect(told()).toEqual([]);
});

it('a mail address that says nothing of whom to write to is refused at the start', () => {
  expect(() => readConfig({ ALARM_MAIL_URL: 'smtps://user:secret@mail.example' })).toThrow(
    /ALARM_MAIL_URL must say who writes and to whom/,
  );
});

it('operations.md says what to do about each alarm', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(rows.sort()).toEqual(Object.keys(ALARM_KINDS).sort());
});

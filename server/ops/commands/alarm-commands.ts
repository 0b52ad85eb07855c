import { ALARMS } from '../../alarms/alarm-kinds.ts';
import { findPastAlarms, findStandingAlarms } from '../../alarms/alarms-repository.ts';
import { findFailedJobs } from '../../jobs/job-runs-repository.ts';
import type { OpsCommand } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';

const SHOWN = 50;

export const alarmCommands: OpsCommand[] = [
  {
    name: 'alarm list',
    usage: '',
    summary: 'What is wrong now, the oldest first.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const alarms = (await findStandingAlarms(db)).map((alarm) => ({
        ...alarm,
        says: ALARMS[alarm.kind].says,
      }));
      return { data: alarms, text: textTable(alarms, 'Nothing is wrong.'), isGood: alarms.length === 0 };
    },
  },
  {
    name: 'alarm history',
    usage: '',
    summary: 'The last 50 alarms that are over, from when till when, and how alarms reach a person.',
    roles: ['support', 'ops', 'finance'],
    async run({ db, config: { alarms } }) {
      const past = (await findPastAlarms(db, SHOWN)).map(({ kind, ...alarm }) => ({
        ...{ kind, ...alarm },
        // Of a kind that a newer release raised this one has no words.
        says: Object.hasOwn(ALARMS, kind) ? ALARMS[kind].says : kind,
      }));
      const channels = [...(alarms.webhookUrl ? ['webhook'] : []), ...(alarms.mail ? ['mail'] : [])];
      const ways =
        channels.length > 0
          ? `Alarms are sent by ${channels.join(' and ')}.`
          : 'Nobody will be notified: no alarm channel is set. Set ALARM_WEBHOOK_URL or ALARM_MAIL_URL (docs/operations.md).';
      return { data: { past, channels }, text: `${textTable(past, 'No alarm is over.')}\n\n${ways}` };
    },
  },
  {
    name: 'job list',
    usage: '',
    summary:
      'What the shop does by itself and could not do the last time: since when, and why. It tries again by itself.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const jobs = await findFailedJobs(db);
      return { data: jobs, text: textTable(jobs, 'No job has failed.'), isGood: jobs.length === 0 };
    },
  },
];

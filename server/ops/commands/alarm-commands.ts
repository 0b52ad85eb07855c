import { ALARMS } from '../../alarms/alarm-kinds.ts';
import { findStandingAlarms } from '../../alarms/alarms-repository.ts';
import type { OpsCommand } from '../command.ts';
import { textTable } from '../text-table.ts';

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
];

import { opsListAlarms } from '#contract/ops/work-endpoints.ts';
import { OpsAlarmsReply } from '#contract/schemas/ops/work.ts';
import { ALARM_KINDS } from '../../../alarms/alarm-kinds.ts';
import { findActiveAlarms } from '../../../alarms/alarms-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const alarmListAction = defineAction({
  name: 'alarm list',
  summary: 'The current alarms, oldest first.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListAlarms, OpsAlarmsReply),
  async run({ db }) {
    const alarms = await findActiveAlarms(db);
    return {
      data: alarms.map((alarm) => ({ ...alarm, says: ALARM_KINDS[alarm.kind].says })),
      isGood: alarms.length === 0,
    };
  },
});

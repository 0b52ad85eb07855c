import { opsAlarms } from '#contract/ops-work-endpoints.ts';
import { OpsAlarmsReply } from '#contract/schemas/ops-work.ts';
import { ALARMS } from '../../../alarms/alarm-kinds.ts';
import { findActiveAlarms } from '../../../alarms/alarms-repository.ts';
import { action, call, NoFields } from '../../action.ts';

export const alarmListAction = action({
  name: 'alarm list',
  summary: 'The current alarms, oldest first.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsAlarms, OpsAlarmsReply),
  async run({ db }) {
    const alarms = await findActiveAlarms(db);
    return {
      data: alarms.map((alarm) => ({ ...alarm, says: ALARMS[alarm.kind].says })),
      isGood: alarms.length === 0,
    };
  },
});

import { opsAlarmHistory } from '#contract/ops-work-endpoints.ts';
import { OpsAlarmHistoryReply } from '#contract/schemas/ops-work.ts';
import { ALARMS } from '../../../alarms/alarm-kinds.ts';
import { findPastAlarms } from '../../../alarms/alarms-repository.ts';
import { action, call, NoFields } from '../../action.ts';

const SHOWN = 50;

export const alarmHistoryAction = action({
  name: 'alarm history',
  summary: 'The last 50 past alarms with their times, and where alarms are sent.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsAlarmHistory, OpsAlarmHistoryReply),
  async run({ db, config: { alarms } }) {
    const past = (await findPastAlarms(db, SHOWN)).map(({ kind, ...alarm }) => ({
      ...{ kind, ...alarm },
      // An alarm kind of a newer release has no description here.
      says: Object.hasOwn(ALARMS, kind) ? ALARMS[kind].says : kind,
    }));
    const channels = [...(alarms.webhookUrl ? ['webhook'] : []), ...(alarms.mail ? ['mail'] : [])];
    return { data: { past, channels } };
  },
});

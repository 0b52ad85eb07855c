import { opsListAlarmHistory } from '#contract/ops/work-endpoints.ts';
import { OpsAlarmHistoryReply } from '#contract/schemas/ops/work.ts';
import { ALARM_KINDS } from '../../../alarms/alarm-kinds.ts';
import { findAlarmHistory } from '../../../alarms/alarms-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';
import { findAlarmPushSubscriptions } from '../../push/operator-push-repository.ts';

const SHOWN = 50;

export const alarmHistoryAction = defineAction({
  name: 'alarm history',
  summary: 'The last 50 past alarms with their times, and where alarms are sent.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListAlarmHistory, OpsAlarmHistoryReply),
  async run({ db, config: { alarms } }) {
    const past = (await findAlarmHistory(db, SHOWN)).map(({ kind, ...alarm }) => ({
      ...{ kind, ...alarm },
      // A newer release may have stored a kind of alarm that has no description yet; its name is shown instead.
      says: Object.hasOwn(ALARM_KINDS, kind) ? ALARM_KINDS[kind].says : kind,
    }));
    const channels = [
      ...(alarms.webhookUrl ? ['webhook'] : []),
      ...(alarms.mail ? ['mail'] : []),
      ...((await findAlarmPushSubscriptions(db)).length > 0 ? ['push'] : []),
    ];
    return { data: { past, channels } };
  },
});

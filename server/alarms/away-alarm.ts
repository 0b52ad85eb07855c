import { buildAlarmMessage } from './alarm-channels.ts';
import type { AlarmKind } from './alarm-kinds.ts';
import type { DueAlarm } from './alarms-repository.ts';
import { type AlarmReportOptions, sendToAllChannels } from './report-alarms.ts';

/**
 * Reports the loss and return of the database directly from each instance, because no table can store this alarm.
 *
 * @param keep stores the ended alarm in the history once the database is back.
 */
export function createDatabaseAwayAlarm(
  kind: AlarmKind,
  telling: () => AlarmReportOptions | undefined,
  keep: (alarm: DueAlarm) => void,
): {
  onLoss: () => void;
  onReturn: () => void;
} {
  let alarm: DueAlarm | undefined;
  const send = (): void => {
    const to = telling();
    if (to && alarm) void sendToAllChannels(buildAlarmMessage(to.shop, alarm), to);
  };
  return {
    onLoss() {
      alarm = {
        kind,
        subject: '',
        detail: '',
        raisedAt: new Date(),
        toldAt: null,
        overAt: null,
        isEvent: false,
      };
      send();
    },
    onReturn() {
      const now = new Date();
      if (alarm) alarm = { ...alarm, toldAt: now, overAt: now };
      send();
      if (alarm) keep(alarm);
    },
  };
}

import { buildAlarmMessage } from './alarm-channels.ts';
import type { AlarmKind } from './alarm-kinds.ts';
import type { AlarmDueForReport } from './alarms-repository.ts';
import { type AlarmReportOptions, sendAlarmToAllChannels } from './report-alarms.ts';

/**
 * Each instance reports the loss and return of the database itself, because no alarm can be stored without a database.
 */
export function createDatabaseOutageAlarm(
  kind: AlarmKind,
  getReportOptions: () => AlarmReportOptions | undefined,
  storeAlarm: (alarm: AlarmDueForReport) => void,
): {
  onLoss: () => void;
  onReturn: () => void;
} {
  let alarm: AlarmDueForReport | undefined;
  const send = async (): Promise<void> => {
    const [to, sent] = [getReportOptions(), alarm];
    if (to && sent) sent.toldBy.push(...(await sendAlarmToAllChannels(buildAlarmMessage(to.shop, sent), to)));
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
        toldBy: [],
      };
      void send();
    },
    onReturn() {
      const now = new Date();
      if (!alarm) return;
      const over = { ...alarm, toldAt: now, overAt: now };
      alarm = over;
      // The alarm's row is stored last, because it also names the channels that delivered the message about its end.
      void send().then(() => storeAlarm({ ...over, toldBy: [...new Set(over.toldBy)] }));
    },
  };
}

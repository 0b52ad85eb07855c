import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../db/database.ts';
import { type AlarmChannel, type AlarmMessage, buildAlarmMessage } from './alarm-channels.ts';
import { findAlarmsDueForReport, markAlarmReported } from './alarms-repository.ts';

/** Time after which an alarm that has not ended is reported again. */
const REPEAT_SECONDS = 4 * 3_600;
const AT_ONCE = 20;

export interface AlarmReportOptions {
  shop: string;
  channels: readonly AlarmChannel[];
  log: FastifyBaseLogger;
}

/** Reports the alarms that are due. One delivered message is enough; an alarm that no channel delivered stays due. */
export async function reportDueAlarms(db: Queryable, options: AlarmReportOptions): Promise<void> {
  for (const alarm of await findAlarmsDueForReport(db, REPEAT_SECONDS, AT_ONCE)) {
    // An alarm that ended before anybody was notified needs no message.
    const isNews = alarm.overAt === null || alarm.toldAt !== null;
    const sentBy = isNews
      ? await sendAlarmToAllChannels(buildAlarmMessage(options.shop, alarm), options)
      : [];
    if (isNews && options.channels.length > 0 && sentBy.length === 0) return;
    await markAlarmReported(db, alarm, sentBy);
  }
}

/** Sends an alarm's message through all channels. @returns the names of the channels that delivered it. */
export async function sendAlarmToAllChannels(
  message: AlarmMessage,
  { channels, log }: AlarmReportOptions,
): Promise<string[]> {
  const { kind, state, subject } = message;
  log.warn({ alarmTold: kind, state, subject }, message.text);
  const sent = await Promise.all(
    channels.map(async (channel) => {
      try {
        await channel.send(message);
        return [channel.name];
      } catch (error) {
        log.error({ err: error, channel: channel.name, kind }, 'an alarm could not be sent');
        return [];
      }
    }),
  );
  return sent.flat();
}

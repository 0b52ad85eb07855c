import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../db/database.ts';
import { type AlarmChannel, type AlarmMessage, buildAlarmMessage } from './alarm-channels.ts';
import { findDueAlarms, markAlarmReported } from './alarms-repository.ts';

/** Reports a lasting alarm again after this time. */
const REPEAT_SECONDS = 4 * 3_600;
const AT_ONCE = 20;

export interface AlarmReportOptions {
  shop: string;
  channels: readonly AlarmChannel[];
  log: FastifyBaseLogger;
}

/** Reports due alarms. Delivery on one channel is enough; an undelivered alarm stays due. */
export async function reportDueAlarms(db: Queryable, telling: AlarmReportOptions): Promise<void> {
  for (const alarm of await findDueAlarms(db, REPEAT_SECONDS, AT_ONCE)) {
    // An alarm that ended before it was reported is skipped.
    const isNews = alarm.overAt === null || alarm.toldAt !== null;
    if (isNews && !(await sendToAllChannels(buildAlarmMessage(telling.shop, alarm), telling))) return;
    await markAlarmReported(db, alarm);
  }
}

/** @returns false when there are channels and all of them failed. */
export async function sendToAllChannels(
  message: AlarmMessage,
  { channels, log }: AlarmReportOptions,
): Promise<boolean> {
  const { kind, state, subject } = message;
  log.warn({ alarmTold: kind, state, subject }, message.text);
  const sent = await Promise.all(
    channels.map(async (channel) => {
      try {
        await channel.send(message);
        return true;
      } catch (error) {
        log.error({ err: error, channel: channel.name, kind }, 'an alarm could not be sent');
        return false;
      }
    }),
  );
  return channels.length === 0 || sent.includes(true);
}

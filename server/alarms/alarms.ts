import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../db/database.ts';
import { ALARMS, type AlarmKind, isEvent } from './alarm-kinds.ts';
import { endAlarm, saveAlarm } from './alarms-repository.ts';

/** Raises and ends alarms. Its methods return at once and never throw. */
export interface Alarms {
  /**
   * Writes a log line at once and stores the alarm; the job `alarms` notifies the recipients.
   *
   * @param subject the invariant, topic, group or payment: one alarm each. It is sent to outside services, so it must
   * not contain personal data.
   * @param facts for the log line.
   */
  raise(kind: AlarmKind, subject: string, facts?: object): void;
  end(kind: AlarmKind, subject?: string): void;
}

export function openAlarms(db: Queryable, log: FastifyBaseLogger): Alarms {
  const later = (kind: AlarmKind, writing: Promise<void>): void => {
    writing.catch((error: unknown) =>
      log.warn({ err: error, kind }, 'an alarm could not be noted: the log alone tells it'),
    );
  };
  return {
    raise(kind, subject, facts = {}) {
      log.error({ alarm: kind, ...facts }, ALARMS[kind].says);
      later(kind, saveAlarm(db, { kind, subject, detail: '' }, isEvent(kind)));
    },
    end: (kind, subject = '') => later(kind, endAlarm(db, kind, subject)),
  };
}

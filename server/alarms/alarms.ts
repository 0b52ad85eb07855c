import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../db/database.ts';
import { ALARMS, type AlarmKind, isEvent } from './alarm-kinds.ts';
import { endAlarm, noteAlarm } from './alarms-repository.ts';

/** The one place where an alarm is raised and ended. Neither waits for anything, nor fails for who calls it. */
export interface Alarms {
  /**
   * Writes a log line at once and notes the alarm; the job `alarms` tells whoever is to be told.
   *
   * @param subject which law, topic, group or payment: one alarm each. Nobody's data: it leaves the shop.
   * @param facts for the log line.
   */
  raise(kind: AlarmKind, subject: string, facts?: object): void;
  /** The end of what lasts. */
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
      later(kind, noteAlarm(db, { kind, subject, detail: '' }, isEvent(kind)));
    },
    end: (kind, subject = '') => later(kind, endAlarm(db, kind, subject)),
  };
}

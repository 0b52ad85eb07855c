import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnreachableError } from '../db/connection/database-unreachable.ts';
import type { Queryable } from '../db/database.ts';
import { ALARM_KINDS, type AlarmKind, isOneTimeAlarm } from './alarm-kinds.ts';
import { endAlarm, upsertAlarm } from './alarms-repository.ts';

/** Raises and ends alarms. The methods never throw, because an alarm must not stop the work that it reports about. */
export interface AlarmService {
  /**
   * Logs and stores an alarm; the job `alarms` notifies the recipients.
   * @param subject what the alarm is about, without personal data, because outside services receive it.
   */
  raise(kind: AlarmKind, subject: string, facts?: object): void;
  end(kind: AlarmKind, subject?: string): void;
}

export function createAlarmService(db: Queryable, log: FastifyBaseLogger): AlarmService {
  const warn = (kind: AlarmKind, error: unknown): void =>
    log.warn({ err: error, kind }, 'an alarm could not be noted: the log alone tells it');
  return {
    raise(kind, subject, facts = {}) {
      log.error({ alarm: kind, ...facts }, ALARM_KINDS[kind].says);
      upsertAlarm(db, { kind, subject, detail: '' }, isOneTimeAlarm(kind)).catch((error) =>
        warn(kind, error),
      );
    },
    end(kind, subject = '') {
      endAlarm(db, kind, subject).catch((error) => {
        // An outage of the database has an alarm of its own and is not logged here. The alarm that could not be ended
        // stays open until the next call.
        if (!isDatabaseUnreachableError(error)) warn(kind, error);
      });
    },
  };
}

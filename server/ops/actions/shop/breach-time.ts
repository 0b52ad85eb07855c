import { Type } from 'typebox';
import { VARIANT_MAX } from '#contract/limits.ts';
import { isTime } from '../../../lib/calendar.ts';
import { Refusal } from '../../action.ts';

export const Minute = Type.String({ minLength: 1, maxLength: VARIANT_MAX, title: 'YYYY-MM-DDTHH:MM' });

/** Parses a past minute in Lagos time. @throws {Refusal} for anything else. */
export function readMinute(text: string, now: Date): Date {
  const inLagos = `${text}:00+01:00`;
  if (!isTime(inLagos)) throw new Refusal(`${text}: a time is YYYY-MM-DDTHH:MM, in Lagos.`);
  const at = new Date(inLagos);
  if (at > now) throw new Refusal(`${text} is in the future.`);
  return at;
}

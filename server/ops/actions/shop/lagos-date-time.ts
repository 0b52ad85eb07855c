import { Type } from 'typebox';
import { SHORT_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import { isIsoTimestamp } from '../../../lib/calendar.ts';
import { ActionRefusedError } from '../../action.ts';

export const LagosDateTimeSchema = Type.String({
  minLength: 1,
  maxLength: SHORT_TEXT_LENGTH_MAX,
  title: 'YYYY-MM-DDTHH:MM',
});

/** Parses a past minute in Lagos time. @throws {ActionRefusedError} for anything else. */
export function parsePastLagosDateTime(text: string, now: Date): Date {
  const inLagos = `${text}:00+01:00`;
  if (!isIsoTimestamp(inLagos))
    throw new ActionRefusedError(`${text}: a time is YYYY-MM-DDTHH:MM, in Lagos.`);
  const at = new Date(inLagos);
  if (at > now) throw new ActionRefusedError(`${text} is in the future.`);
  return at;
}

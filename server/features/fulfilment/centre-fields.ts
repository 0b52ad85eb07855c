import {
  ADDRESS_FIELD_LENGTH_MAX,
  CENTRE_HOLIDAY_REASON_LENGTH_MAX,
  CENTRE_HOLIDAYS_MAX,
  CENTRE_ORDERS_PER_DAY_MAX,
  PICKUP_CENTRE_CODE_LENGTH_MAX,
} from '#contract/limits.ts';
import {
  formatOpeningTimes,
  normalizeDayOpeningTimes,
  OPENING_TIMES_ERROR_MESSAGE,
  type OpeningTimes,
  WEEKDAYS,
} from '#contract/rules/pickup/opening-hours.ts';
import {
  formatIntegerInputError,
  isPositiveInteger,
  parseInteger,
} from '#contract/rules/text/number-input.ts';
import { getNameCharactersError } from '#contract/rules/text/plain-text.ts';
import { isCalendarDay } from '../../lib/calendar.ts';
import { parseBooleanCell } from '../../lib/csv-table.ts';
import type { PickupCentreFields } from './centre-repository.ts';

type RawFields = Readonly<Record<string, unknown>>;
type Report = (field: string, message: string) => void;

const TEXT_FIELDS = ['code', 'name', 'state', 'city', 'address', 'hours'] as const;
export const CENTRE_FIELD_NAMES: readonly string[] = [
  ...TEXT_FIELDS,
  ...WEEKDAYS,
  ...['holidays', 'ordersPerDay', 'isDefault'],
];

/** Converts the cells of a pickup centre's CSV row to fields. An empty cell removes the stored value. */
export function parseCentreCsvCells(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const { isDefault, holidays, ordersPerDay, ...texts } = cells;
  return {
    ...texts,
    ...(isDefault === undefined ? {} : { isDefault: parseBooleanCell(isDefault) }),
    ...(holidays === undefined ? {} : { holidays: parseHolidays(holidays) }),
    ...(ordersPerDay === undefined ? {} : { ordersPerDay: parseCentreOrdersPerDay(ordersPerDay) }),
  };
}

/**
 * Splits `2026-12-25: Christmas | 2027-01-01` into days and reasons without checking them: `validateCentreFields` does
 * that.
 */
export function parseHolidays(text: string): [day: string, reason: string][] {
  const parts = text.split('|').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [day = '', ...reason] = part.split(':');
      return [day.trim(), reason.join(':').trim()];
    });
}

/** Parses the number of orders a day. @returns null for no limit; NaN when the text is not a count. */
export function parseCentreOrdersPerDay(text: string): number | null {
  return text === '' || text === 'none' ? null : parseInteger(text);
}

/**
 * Checks a pickup centre's fields, and derives its opening hours text from its opening times by day.
 * @param stored undefined for a new centre.
 */
export function validateCentreFields(
  given: RawFields,
  stored: PickupCentreFields | undefined,
  report: Report,
): PickupCentreFields {
  const fields: RawFields = { ...stored, ...given };
  const times = readOpeningTimes(fields, report);
  const made = formatOpeningTimes(times);
  const hasOwnHours = typeof given.hours === 'string' && given.hours.trim() !== made;
  if (made && hasOwnHours && !WEEKDAYS.some((day) => day in given))
    report('hours', 'the days make this text; to write it yourself, set every day to closed');
  return {
    ...readTexts(made ? { ...fields, hours: made } : fields, report),
    ...times,
    holidays: readHolidays(fields.holidays ?? {}, report),
    ordersPerDay: readOrdersPerDay(fields.ordersPerDay ?? null, report),
    isDefault: readIsDefault(fields.isDefault, report),
  };
}

function readOpeningTimes(fields: RawFields, report: Report): OpeningTimes {
  const read = WEEKDAYS.map((day) => {
    const text = fields[day] ?? '';
    const times = typeof text === 'string' ? normalizeDayOpeningTimes(text) : null;
    if (times === null) report(day, OPENING_TIMES_ERROR_MESSAGE);
    return [day, times ?? ''];
  });
  return Object.fromEntries(read) as OpeningTimes;
}

function readTexts(
  fields: RawFields,
  report: Report,
): Pick<PickupCentreFields, (typeof TEXT_FIELDS)[number]> {
  const texts = { code: '', name: '', state: '', city: '', address: '', hours: '' };
  for (const field of TEXT_FIELDS) {
    const value = fields[field];
    const text = typeof value === 'string' ? value.trim() : '';
    const max = field === 'code' ? PICKUP_CENTRE_CODE_LENGTH_MAX : ADDRESS_FIELD_LENGTH_MAX;
    const problem = text.length > max ? `at most ${max} characters` : getNameCharactersError(text);
    if (text === '') report(field, 'is required');
    else if (problem) report(field, problem);
    texts[field] = text;
  }
  return texts;
}

/**
 * Checks a pickup centre's holidays.
 * @param given an object, or pairs from a CSV cell, in which a repeated day can be detected.
 */
function readHolidays(given: unknown, report: Report): Record<string, string> {
  const refuse = (message: string) => report('holidays', message);
  const pairs: readonly unknown[] = Array.isArray(given) ? given : Object.entries(given ?? {});
  if (!pairs.every(isHoliday)) {
    refuse('days with their reasons, for example 2026-12-25: Christmas');
    return {};
  }
  const found = new Map<string, string>();
  for (const [day, typed] of pairs) {
    const reason = typed.trim();
    const problem = reason && getNameCharactersError(reason);
    if (!isCalendarDay(day)) refuse(`${day} is not a day such as 2026-12-25`);
    else if (found.has(day)) refuse(`${day} appears twice`);
    else if (reason.length > CENTRE_HOLIDAY_REASON_LENGTH_MAX)
      refuse(`the reason of ${day} has at most ${CENTRE_HOLIDAY_REASON_LENGTH_MAX} characters`);
    else if (problem) refuse(`the reason of ${day} ${problem}`);
    found.set(day, reason);
  }
  if (found.size > CENTRE_HOLIDAYS_MAX) refuse(`at most ${CENTRE_HOLIDAYS_MAX}`);
  return Object.fromEntries([...found].sort());
}

function isHoliday(pair: unknown): pair is [day: string, reason: string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
}

function readOrdersPerDay(given: unknown, report: Report): number | null {
  if (given === null || isPositiveInteger(given, CENTRE_ORDERS_PER_DAY_MAX)) return given;
  report('ordersPerDay', formatIntegerInputError(CENTRE_ORDERS_PER_DAY_MAX));
  return null;
}

function readIsDefault(given: unknown, report: Report): boolean {
  if (given !== undefined && typeof given !== 'boolean') report('isDefault', 'true or false');
  return given === true;
}

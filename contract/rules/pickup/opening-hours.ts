export const WEEKDAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Opening and closing time of a pickup centre on each weekday, such as `09:00-18:00`; empty: it is closed. */
export type OpeningTimes = Readonly<Record<Weekday, string>>;

/** Days on which a pickup centre is closed, `YYYY-MM-DD`, each with the reason or an empty text. */
export type HolidayReasonsByDay = Readonly<Record<string, string>>;

export const OPENING_TIMES_ERROR_MESSAGE = 'type times like 9:00-18:00, or closed';

/** Holidays that begin within this many days are shown to shoppers. */
const HOLIDAYS_SHOWN_DAYS = 14;

const DAY_MS = 86_400_000;
/** Lagos is one hour ahead of UTC all year. */
const LAGOS_AHEAD_MS = 3_600_000;

/** Parses `9:00-18:00` or `closed`. @returns `09:00-18:00`, empty when closed; null for any other text. */
export function normalizeDayOpeningTimes(text: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === '' || typed === 'closed') return '';
  const hours = /^([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed);
  const [from, , to] = (hours?.slice(1) ?? []).map((part) => part.padStart(2, '0'));
  if (!hours || !from || !to) return null;
  const [start, end] = [`${from}:${hours[2]}`, `${to}:${hours[4]}`];
  return start < end ? `${start}-${end}` : null;
}

/** @returns opening times for shoppers, such as `Mon–Fri 9:00–18:00, closed Sunday`; empty when no day is open. */
export function formatOpeningTimes(times: OpeningTimes): string {
  const open = listRuns(WEEKDAYS, (one, other) => times[one] === times[other]).flatMap(([first, last]) => {
    if (times[first] === '') return [];
    const days = first === last ? shortDay(first) : `${shortDay(first)}–${shortDay(last)}`;
    return [`${days} ${times[first].replace(/\b0(?=\d:)/g, '').replace('-', '–')}`];
  });
  if (open.length === 0) return '';
  const closed = WEEKDAYS.filter((day) => times[day] === '').map(capitalise);
  return [...open, ...(closed.length > 0 ? [`closed ${joinWords(closed)}`] : [])].join(', ');
}

/**
 * Formats a pickup centre's opening hours followed by its next holidays, such as `...closed Sunday. Closed on 25
 * December`.
 */
export function formatOpeningTimesWithHolidays(
  { hours, holidays }: { hours: string; holidays: HolidayReasonsByDay },
  now: Date,
): string {
  const [today, last] = [0, HOLIDAYS_SHOWN_DAYS].map((days) => lagosDay(now.getTime() + days * DAY_MS));
  const upcoming = Object.keys(holidays)
    .filter((day) => day >= (today ?? '') && day <= (last ?? ''))
    .sort();
  const runs = listRuns(
    upcoming,
    (one, other) => holidays[one] === holidays[other] && Date.parse(other) - Date.parse(one) === DAY_MS,
  );
  if (runs.length === 0) return hours;
  const closed = runs.map(([first, end]) => {
    const days = first === end ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(end)}`;
    return holidays[first] ? `${days} (${holidays[first]})` : days;
  });
  return `${hours.replace(/\.$/, '')}. Closed ${joinWords(closed)}`;
}

/**
 * Groups neighbouring items that are alike.
 * @returns the first and the last item of each group.
 */
function listRuns<Item>(
  items: readonly Item[],
  isAlike: (one: Item, other: Item) => boolean,
): [first: Item, last: Item][] {
  const runs: [Item, Item][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && isAlike(run[1], item)) run[1] = item;
    else runs.push([item, item]);
  }
  return runs;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const formatDay = (day: string): string => DAY.format(new Date(day));
const lagosDay = (atMs: number): string => new Date(atMs + LAGOS_AHEAD_MS).toISOString().slice(0, 10);
const capitalise = (day: string): string => day.charAt(0).toUpperCase() + day.slice(1);
const shortDay = (day: Weekday): string => capitalise(day).slice(0, 3);

function joinWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}

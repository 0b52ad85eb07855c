import type { Hands } from './hands.ts';
import type { Visits } from './visits.ts';

type LineName = 'slow3g' | 'slow4g';

/** One round: every site on every line, one after the other. */
export interface Round {
  load: number;
  visits?: Record<'shop' | 'h' | 's', Record<LineName, Visits>>;
  hands?: Hands;
}

type Read = (round: Round) => number | null | undefined;

interface Row {
  what: string;
  /** At most, unless it is a least. */
  reach: number;
  isLeast?: boolean;
  read: Read;
  digits: number;
}

/** The shop's figure over that of H or S in the same round. */
function ratio(base: 'h' | 's', line: LineName, of: (visits: Visits) => number | null): Read {
  return ({ visits }) => {
    const [ours, theirs] = [visits && of(visits.shop[line]), visits && of(visits[base][line])];
    return ours && theirs ? ours / theirs : null;
  };
}

function onLines(
  what: string,
  base: 'h' | 's',
  reach: [number, number],
  of: (v: Visits) => number | null,
): Row[] {
  const row = (line: LineName, index: number): Row => ({
    what: `${what} ÷ ${base.toUpperCase()}, ${line === 'slow3g' ? 'slow 3G' : 'slow 4G'}`,
    reach: reach[index] as number,
    read: ratio(base, line, of),
    digits: 2,
  });
  return [row('slow3g', 0), row('slow4g', 1)];
}

const ours =
  (of: (visits: Visits) => number): Read =>
  ({ visits }) =>
    visits && of(visits.shop.slow3g);
const kB = (bytes: number) => bytes / 1_000;

/** What the shop promises its poorest phone. */
export const ROWS: readonly Row[] = [
  {
    what: 'of the first picture on 360 x 640, px',
    reach: 60,
    isLeast: true,
    read: ours(({ first }) => first.shownPx),
    digits: 0,
  },
  ...onLines('first paint', 'h', [1.2, 1.2], ({ first }) => first.fcpMs),
  ...onLines('largest paint', 'h', [1, 1.1], ({ first }) => first.lcpMs),
  ...onLines('first card', 'h', [1.2, 1.2], ({ first }) => first.cardMs),
  ...onLines('tap at once, product seen', 'h', [1, 1], ({ tapMs }) => tapMs),
  { what: 'first visit, kB', reach: 150, read: ours(({ first }) => kB(first.bytes)), digits: 1 },
  {
    what: 'first visit ÷ H, bytes',
    reach: 0.85,
    read: ratio('h', 'slow3g', ({ first }) => first.bytes),
    digits: 2,
  },
  { what: 'first visit, requests', reach: 28, read: ours(({ first }) => first.requests), digits: 0 },
  { what: 'the part for offline, kB', reach: 70, read: ours(({ later }) => kB(later.bytes)), digits: 1 },
  { what: 'the part for offline, requests', reach: 4, read: ours(({ later }) => later.requests), digits: 0 },
  { what: 'script before idle, kB', reach: 95, read: ours(({ first }) => kB(first.scriptBytes)), digits: 1 },
  { what: 'script before idle, files', reach: 4, read: ours(({ first }) => first.scripts), digits: 0 },
  { what: 'first response, kB', reach: 14.6, read: ours(({ first }) => kB(first.pageBytes)), digits: 1 },
  {
    what: 'what the first paint waits for besides',
    reach: 0,
    read: ours(({ first }) => first.blocking),
    digits: 0,
  },
  ...onLines('repeat visit, first card', 's', [1.2, 1.2], ({ repeat }) => repeat.cardMs),
  { what: 'repeat visit, kB', reach: 0.7, read: ours(({ repeat }) => kB(repeat.bytes)), digits: 2 },
  ...onLines('offline start, first card', 's', [1.2, 1.2], ({ offlineMs }) => offlineMs),
  { what: 'long tasks of home at 6x CPU, ms', reach: 150, read: ({ hands }) => hands?.blockingMs, digits: 0 },
  {
    what: 'a letter in search over 96 products at 6x CPU, ms',
    reach: 200,
    read: ({ hands }) => hands?.typingMs,
    digits: 0,
  },
  { what: 'plus and minus at 6x CPU, ms', reach: 200, read: ({ hands }) => hands?.countingMs, digits: 0 },
  { what: 'opening the menu at 6x CPU, ms', reach: 200, read: ({ hands }) => hands?.drawerMs, digits: 0 },
  { what: 'writes of /wallet to the disk in 60 s', reach: 0, read: ({ hands }) => hands?.writes, digits: 0 },
];

/** The middle of all rounds that have the figure. */
function reached({ read }: Row, rounds: readonly Round[]): number | null {
  const sorted = rounds.flatMap((round) => read(round) ?? []).sort((one, other) => one - other);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.length > 0 ? middle.reduce((sum, each) => sum + each, 0) / middle.length : null;
}

export function isReached(row: Row, rounds: readonly Round[]): boolean {
  const figure = reached(row, rounds);
  if (figure === null) return true;
  return row.isLeast ? figure >= row.reach : figure <= row.reach;
}

/** The rows that were measured, for a page. */
export function tableOf(rounds: readonly Round[]): string {
  const lines = ROWS.flatMap((row) => {
    const figure = reached(row, rounds);
    if (figure === null) return [];
    const reach = `${row.isLeast ? '≥' : '≤'} ${row.reach}`;
    return [
      `| ${row.what} | ${figure.toFixed(row.digits)} | ${reach} | ${isReached(row, rounds) ? 'yes' : 'no'} |`,
    ];
  });
  return ['| what | today | reach | reached |', '|---|---:|---:|---|', ...lines].join('\n');
}

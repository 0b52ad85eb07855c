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
  reach: [slow3g: number, slow4g: number],
  of: (visits: Visits) => number | null,
): Row[] {
  const name = `${what} ÷ ${base.toUpperCase()}`;
  return [
    { what: `${name}, slow 3G`, reach: reach[0], digits: 2, read: ratio(base, 'slow3g', of) },
    { what: `${name}, slow 4G`, reach: reach[1], digits: 2, read: ratio(base, 'slow4g', of) },
  ];
}

function ours(what: string, reach: number, digits: number, of: (visits: Visits) => number): Row {
  return { what, reach, digits, read: ({ visits }) => visits && of(visits.shop.slow3g) };
}

function byHand(what: string, reach: number, of: (hands: Hands) => number): Row {
  return { what, reach, digits: 0, read: ({ hands }) => hands && of(hands) };
}

const kB = (bytes: number) => bytes / 1_000;
const bytesOverH = ratio('h', 'slow3g', ({ first }) => first.bytes);

/** What the shop promises its poorest phone. */
export const ROWS: readonly Row[] = [
  { ...ours('of the first picture on 360 x 640, px', 60, 0, ({ first }) => first.shownPx), isLeast: true },
  ...onLines('first paint', 'h', [1.2, 1.2], ({ first }) => first.fcpMs),
  ...onLines('largest paint', 'h', [1, 1.1], ({ first }) => first.lcpMs),
  ...onLines('first card', 'h', [1.2, 1.2], ({ first }) => first.cardMs),
  ...onLines('tap at once, product seen', 'h', [1, 1], ({ tapMs }) => tapMs),
  ours('first visit, kB', 150, 1, ({ first }) => kB(first.bytes)),
  { what: 'first visit ÷ H, bytes', reach: 0.85, digits: 2, read: bytesOverH },
  ours('first visit, requests', 28, 0, ({ first }) => first.requests),
  ours('the part for offline, kB', 70, 1, ({ later }) => kB(later.bytes)),
  ours('the part for offline, requests', 4, 0, ({ later }) => later.requests),
  ours('script before idle, kB', 95, 1, ({ first }) => kB(first.scriptBytes)),
  ours('script before idle, files', 4, 0, ({ first }) => first.scripts),
  ours('first response, kB', 14.6, 1, ({ first }) => kB(first.pageBytes)),
  ours('what the first paint waits for besides', 0, 0, ({ first }) => first.blocking),
  ...onLines('repeat visit, first card', 's', [1.2, 1.2], ({ repeat }) => repeat.cardMs),
  ours('repeat visit, kB', 0.7, 2, ({ repeat }) => kB(repeat.bytes)),
  ...onLines('offline start, first card', 's', [1.2, 1.2], ({ offlineMs }) => offlineMs),
  byHand('long tasks of home at 6x CPU, ms', 150, ({ blockingMs }) => blockingMs),
  byHand('a letter in search over 96 products at 6x CPU, ms', 200, ({ typingMs }) => typingMs),
  byHand('plus and minus at 6x CPU, ms', 200, ({ countingMs }) => countingMs),
  byHand('opening the menu at 6x CPU, ms', 200, ({ drawerMs }) => drawerMs),
  byHand('writes of /wallet to the disk in 60 s', 0, ({ writes }) => writes),
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

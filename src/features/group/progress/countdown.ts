import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';

export interface CountdownTiles {
  days: string;
  hours: string;
  minutes: string;
  seconds: string;
}

/** Splits a duration into the two-digit tiles of the countdown. */
export function splitIntoCountdownTiles(remainingMs: number): CountdownTiles {
  const seconds = Math.max(0, Math.floor(remainingMs / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    days: two(Math.floor(seconds / 86_400)),
    hours: two(Math.floor(seconds / 3600) % 24),
    minutes: two(Math.floor(seconds / 60) % 60),
    seconds: two(seconds % 60),
  };
}

/** Formats a duration for screen readers: `1 day, 4 hours, 12 minutes left`. */
export function formatCountdown(remainingMs: number): string {
  const minutes = Math.max(0, Math.floor(remainingMs / 60_000));
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const texts = parts.filter(([count]) => count > 0).map(([count, word]) => formatCountWithNoun(count, word));
  return texts.length > 0 ? `${texts.join(', ')} left` : 'less than a minute left';
}

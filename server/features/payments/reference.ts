import { CROCKFORD, randomCrockford } from '../../lib/crockford.ts';

const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/** Creates a payment reference for shop and provider: `gb-` and a ULID (time first, then 80 random bits). */
export function newReference(now: Date): string {
  let time = '';
  for (let rest = now.getTime(), i = 0; i < TIME_CHARS; i += 1) {
    time = CROCKFORD[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return `gb-${time}${randomCrockford(RANDOM_CHARS)}`;
}

/** Recognises the form of our references, which saves a query for other texts. */
export function isReference(text: string): boolean {
  return /^gb-[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
}

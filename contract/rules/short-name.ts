/** Of a first name, in letters as they are read. */
const SHOWN_MAX = 20;

/** First name and the initial of the last: `Ada O.`. What strangers may see of a shopper. @source jobs.md and money.md */
export function shortName(fullName: string): string {
  const [given = '', ...rest] = fullName.trim().split(/\s+/);
  const first = [...given].slice(0, SHOWN_MAX).join('');
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

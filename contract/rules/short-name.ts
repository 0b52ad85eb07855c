/** Letters of a first name. */
const SHOWN_MAX = 20;

/** `Ada O.`: the only form in which strangers see a shopper's name. @source jobs.md and money.md */
export function shortName(fullName: string): string {
  const [given = '', ...rest] = fullName.trim().split(/\s+/);
  const first = [...given].slice(0, SHOWN_MAX).join('');
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

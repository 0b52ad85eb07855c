/** A longer first name is cut. */
const SHOWN_MAX = 20;

/** Strangers see a shopper's name only in this form: `Ada O.`. @source jobs.md and money.md */
export function formatShortName(fullName: string): string {
  const [given = '', ...rest] = fullName.trim().split(/\s+/);
  const first = [...given].slice(0, SHOWN_MAX).join('');
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

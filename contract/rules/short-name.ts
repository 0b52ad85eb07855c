/** A longer first name is cut. */
const SHOWN_MAX = 20;

/** Strangers see a shopper's name in this form at most: `Ada O.`. @source jobs.md and money.md */
export function formatShortName(fullName: string): string {
  const last = fullName.trim().split(/\s+/).slice(1).at(-1);
  const first = formatFirstName(fullName);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

/** Who opens a shared link sees this much of the sharer's name: `Ada`. @source groups.md */
export function formatFirstName(fullName: string): string {
  const [given = ''] = fullName.trim().split(/\s+/);
  return [...given].slice(0, SHOWN_MAX).join('');
}

/** Longer first names are cut to this length, because they would break the layout. */
const SHOWN_MAX = 20;

/** Formats a shopper's name as `Ada O.`, because strangers may not see the full name. @source jobs.md and money.md */
export function formatShortName(fullName: string): string {
  const last = fullName.trim().split(/\s+/).slice(1).at(-1);
  const first = formatFirstName(fullName);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

/** Formats the first name of a person who shared a link, for those who open it: `Ada`. @source groups.md */
export function formatFirstName(fullName: string): string {
  const [given = ''] = fullName.trim().split(/\s+/);
  return [...given].slice(0, SHOWN_MAX).join('');
}

/** Formats initials: `AO` for Ada Obi, `AD` for Ada alone. */
export function formatInitials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word]);
  const [first = [], last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return (last ? [first[0], last[0]] : first.slice(0, 2)).join('').toUpperCase();
}

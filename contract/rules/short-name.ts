/** First name and the initial of the last: `Ada O.`. What strangers may see of a shopper. @source notifications.md and money.md */
export function shortName(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

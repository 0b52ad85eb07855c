/** What a query asks for, as the options of a command line; what it leaves out is none. */
export function optionsOf(
  query: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

import pg from 'pg';

/**
 * One statement on a connection of its own: of a database that no pool leads to, or that may be gone in a moment.
 *
 * @returns its rows.
 */
export async function askOnce<Row>(
  place: string | pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(place);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

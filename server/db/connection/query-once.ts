import pg from 'pg';

/** Runs one statement on a new connection, for a database that has no pool or may stop at any moment. */
export async function queryOnNewConnection<Row>(
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

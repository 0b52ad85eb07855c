import type { Queryable } from '../db/database.ts';

/** SQL for the number of tokens that a bucket has now ($2: capacity, $3: tokens per second). */
const REFILLED = `LEAST($2::float8, r.tokens
  + GREATEST(0, extract(epoch FROM clock_timestamp() - r.refilled_at))::float8 * $3::float8)`;

/** A token bucket: a count of allowed calls, which is refilled evenly up to its capacity. */
export interface RateLimitBucket {
  name: string;
  capacity: number;
  perSecond: number;
}

/**
 * Builds SQL that takes a token from bucket `$1`. It returns the number of tokens left, or no row when the bucket was
 * empty.
 */
const takingToken = (condition: string): string =>
  `INSERT INTO rate_limits AS r (bucket, tokens, refilled_at)
     SELECT $1::text, $2::float8 - 1, clock_timestamp() WHERE ${condition}
     ON CONFLICT (bucket) DO UPDATE SET tokens = ${REFILLED} - 1, refilled_at = clock_timestamp()
      WHERE ${REFILLED} >= 1
     RETURNING tokens`;

/** Takes one token. @returns the number of tokens left; null: the bucket was empty. */
export async function takeRateLimitToken(
  db: Queryable,
  { name, capacity, perSecond }: RateLimitBucket,
): Promise<number | null> {
  const taken = await db.query<{ tokens: number }>(takingToken('true'), [name, capacity, perSecond]);
  return taken[0]?.tokens ?? null;
}

/** Builds a common table expression that takes a token only if the statement's expression `taken` has a row. */
export function buildTakeRateLimitTokenSql({ name, capacity, perSecond }: RateLimitBucket): {
  parts: string;
  values: unknown[];
} {
  const parts = `token AS (${takingToken('EXISTS (SELECT FROM taken)')})`;
  return { parts, values: [name, capacity, perSecond] };
}

export async function readSecondsToNextRateLimitToken(
  db: Queryable,
  { name, capacity, perSecond }: RateLimitBucket,
): Promise<number> {
  const rows = await db.query<{ wait_s: number }>(
    `SELECT GREATEST(0, (1 - ${REFILLED}) / $3::float8) AS wait_s FROM rate_limits AS r WHERE bucket = $1`,
    [name, capacity, perSecond],
  );
  return rows[0]?.wait_s ?? 1 / perSecond;
}

/**
 * Deletes all buckets whose names begin with a prefix, which resets their limits. It scans the whole table, so only
 * operators may use it.
 */
export async function deleteRateLimitBuckets(db: Queryable, prefixes: readonly string[]): Promise<void> {
  await db.query(
    'DELETE FROM rate_limits WHERE EXISTS (SELECT FROM unnest($1::text[]) p WHERE bucket ^@ p)',
    [prefixes],
  );
}

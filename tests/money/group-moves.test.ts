import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** Every move that groups.md allows, and no other. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  active: ['failed', 'manual_review', 'successful'],
  failed: ['refunded'],
  manual_review: ['active', 'failed', 'packaging', 'processing', 'secured', 'successful'],
  delivered: ['ready_for_pickup'],
  packaging: ['manual_review', 'processing', 'ready_for_pickup'],
  processing: ['manual_review', 'packaging', 'secured'],
  ready_for_pickup: ['delivered', 'packaging'],
  secured: ['manual_review', 'processing'],
  successful: ['manual_review', 'secured'],
};

const database = openFixtureForFile(createTestDatabase);

describe('the moves of a group', () => {
  test('the database guards exactly those of the domain', async () => {
    const rows = await database.db.query<{ from: string; to: string[] }>(
      `SELECT from_status AS "from", array_agg(to_status ORDER BY to_status) AS "to" FROM group_moves GROUP BY 1`,
    );
    expect(Object.fromEntries(rows.map(({ from, to }) => [from, to]))).toEqual(MOVES);
  });
});

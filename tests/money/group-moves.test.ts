import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMove } from '#contract/rules/group-status.ts';
import { GroupStatus } from '#contract/schemas/group.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const STATUSES = GroupStatus.anyOf.map((status) => status.const);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('the moves of a group', () => {
  test('the database guards exactly those that the contract names', async () => {
    const guarded = await database.db.query<{ move: string }>(
      "SELECT from_status || ' to ' || to_status AS move FROM group_moves ORDER BY 1",
    );
    const named = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => canMove(from, to)).map((to) => `${from} to ${to}`),
    );
    expect(guarded.map(({ move }) => move).sort()).toEqual(named.sort());
  });
});

import { expect } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { checkInvariants } from '../../../server/features/invariants/invariants.ts';

/** Fails with the names of all broken invariants of the shop's money. */
export async function expectInvariants(db: Database): Promise<void> {
  const results = await checkInvariants(db);
  const broken = results.filter((result) => result.breaches.length > 0);
  expect(
    broken.map(({ name, description, breaches }) => `${name} ${description}: ${breaches.join('; ')}`),
  ).toEqual([]);
  expect(results.length).toBeGreaterThan(20);
}

import { expect, test } from 'vitest';
import { NOTIFICATION_CATEGORIES } from '#contract/notifications/categories.ts';
import { allPersistedQueries } from './all-persisted-queries.ts';

test('the list has all persisted queries that features declare, each once', async () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    [
      '../../features/**/*.ts',
      '../../lib/**/*.ts',
      '!**/*.test.ts',
      '!../../lib/query/create-persisted-queries.ts',
    ],
    { eager: true },
  );
  const declared = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Queries') ? [value] : [])),
  );
  expect(new Set(allPersistedQueries)).toEqual(new Set(declared));
  expect(new Set(allPersistedQueries.map(({ scope, name }) => `${scope} ${name}`)).size).toBe(
    declared.length,
  );
});

test('a notification names persisted queries of the shopper as changed', () => {
  const names = allPersistedQueries.flatMap(({ scope, name }) => (scope === 'u' ? [name] : []));
  const changed = Object.values(NOTIFICATION_CATEGORIES).flatMap(({ changes }) => changes);
  expect(names).toEqual(expect.arrayContaining(changed));
});

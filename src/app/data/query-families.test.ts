import { expect, test } from 'vitest';
import { NOTIFICATION_CATEGORIES } from '#contract/notifications/categories.ts';
import { allQueryFamilySettings } from './query-families.ts';

test('every family that is declared beside its queries is collected, once', async () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    ['../../features/**/*.ts', '../../lib/**/*.ts', '!**/*.test.ts', '!../../lib/query/query-families.ts'],
    { eager: true },
  );
  const declared = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Family') ? [value] : [])),
  );
  expect(new Set(allQueryFamilySettings)).toEqual(new Set(declared));
  expect(new Set(allQueryFamilySettings.map(({ scope, name }) => `${scope} ${name}`)).size).toBe(
    declared.length,
  );
});

test('what a notification says has changed is a family of the shopper', () => {
  const names = allQueryFamilySettings.flatMap(({ scope, name }) => (scope === 'u' ? [name] : []));
  const changed = Object.values(NOTIFICATION_CATEGORIES).flatMap(({ changes }) => changes);
  expect(names).toEqual(expect.arrayContaining(changed));
});

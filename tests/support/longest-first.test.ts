import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst, SLOW_FILES } from './longest-first.ts';

const ROOT = join(import.meta.dirname, '../..');

function specificationOf(name: string, path: string, groupOrder = 0): TestSpecification {
  const config = { root: ROOT, sequence: { groupOrder }, isolate: true };
  return { project: { name, config }, moduleId: join(ROOT, path) } as unknown as TestSpecification;
}

test('the slowest files start first, and those of a project stay together', async () => {
  const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };
  const order = await new LongestFirst({ config: { root: ROOT }, cache } as unknown as Vitest).sort([
    specificationOf('faults', 'tests/faults/matrix.spec.ts', 1),
    specificationOf('rules', 'contract/money.test.ts'),
    specificationOf('dom', 'src/ui/Button.test.tsx'),
    specificationOf('node', 'tests/api/cart.test.ts'),
    specificationOf('browser', 'tests/e2e/live.spec.ts'),
    specificationOf('node', 'tests/api/payments-webhook.test.ts'),
    specificationOf('browser', 'tests/e2e/screens.spec.ts'),
  ]);
  expect(order.map(({ moduleId }) => moduleId.slice(ROOT.length + 1))).toEqual([
    'tests/e2e/screens.spec.ts',
    'tests/api/payments-webhook.test.ts',
    'tests/e2e/live.spec.ts',
    'tests/api/cart.test.ts',
    'src/ui/Button.test.tsx',
    'contract/money.test.ts',
    'tests/faults/matrix.spec.ts',
  ]);
});

test('each file that is said to be slow is there', () => {
  expect(Object.keys(SLOW_FILES).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

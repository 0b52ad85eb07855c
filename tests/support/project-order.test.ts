import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { TestProjectSequencer } from './project-order.ts';

const ROOT = join(import.meta.dirname, '../..');

function specificationOf(name: string, path: string, groupOrder = 0): TestSpecification {
  const config = { root: ROOT, sequence: { groupOrder }, isolate: true };
  return { project: { name, config }, moduleId: join(ROOT, path) } as unknown as TestSpecification;
}

test('the slowest projects start first, and in each the file that was the slowest', async () => {
  const ran = { 'tests/e2e/live.spec.ts': 9000, 'tests/e2e/screens.spec.ts': 90_000 };
  const cache = {
    getFileTestResults: (path: string) => {
      const duration = Object.entries(ran).find(([name]) => path.endsWith(name))?.[1];
      return duration === undefined ? undefined : { duration, failed: false };
    },
    getFileStats: () => undefined,
  };
  const order = await new TestProjectSequencer({ config: { root: ROOT }, cache } as unknown as Vitest).sort([
    specificationOf('faults', 'tests/faults/matrix.spec.ts', 1),
    specificationOf('rules', 'contract/rules/money/money.test.ts'),
    specificationOf('dom', 'src/ui/control/Button.test.tsx'),
    specificationOf('browser', 'tests/e2e/live.spec.ts'),
    specificationOf('node', 'tests/api/cart.test.ts'),
    specificationOf('browser', 'tests/e2e/screens.spec.ts'),
  ]);
  expect(order.map(({ moduleId }) => moduleId.slice(ROOT.length + 1))).toEqual([
    'tests/e2e/screens.spec.ts',
    'tests/e2e/live.spec.ts',
    'tests/api/cart.test.ts',
    'src/ui/control/Button.test.tsx',
    'contract/rules/money/money.test.ts',
    'tests/faults/matrix.spec.ts',
  ]);
});

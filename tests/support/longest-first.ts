import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds that the slowest files take on two idle cores, roughly: only their order counts. */
export const SLOW_FILES: Record<string, number> = {
  'tests/e2e/accessibility.spec.ts': 230,
  'tests/engines/journey.spec.ts': 130,
  'tests/e2e/offline-start.spec.ts': 112,
  'tests/spec/frame.spec.ts': 110,
  'tests/e2e/console-screens.spec.ts': 100,
  'tests/e2e/releases.spec.ts': 93,
  'tests/e2e/live.spec.ts': 90,
  'tests/e2e/session.spec.ts': 85,
  'tests/e2e/pay-and-return.spec.ts': 84,
  'tests/e2e/html-first.spec.ts': 80,
  'tests/money/faults.test.ts': 78,
  'tests/e2e/console-pickup.spec.ts': 60,
  'tests/money/random-money.test.ts': 70,
  'tests/api/payments-webhook.test.ts': 66,
  'tests/e2e/screens.spec.ts': 61,
  'tests/money/kill-the-shop.test.ts': 60,
  'tests/money/planted-faults.test.ts': 60,
  'tests/money/plans-in-an-old-shop.test.ts': 60,
  'tests/faults/random/seeds-0-of-4.spec.ts': 58,
  'tests/faults/random/seeds-1-of-4.spec.ts': 58,
  'tests/faults/random/seeds-2-of-4.spec.ts': 58,
  'tests/faults/random/seeds-3-of-4.spec.ts': 58,
  'tests/e2e/operator-day.spec.ts': 55,
  'tests/e2e/console-desk.spec.ts': 50,
  'tests/e2e/keyboard.spec.ts': 50,
  'tests/api/search-on-indexes.test.ts': 40,
};

/** Browser and database work mostly waits, so it starts first; what computes fills the cores beside and after it. */
const PROJECTS = ['random', 'browser', 'engines', 'phone', 'node', 'dom', 'rules'];

/**
 * Starts the slowest files first, so that none of them is still at work alone when all others are done. Files of one
 * project stay together, for they take over each other's process.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification) => [
      project.config.sequence.groupOrder,
      -(SLOW_FILES[relative(project.config.root, moduleId)] ?? 0),
      PROJECTS.indexOf(project.name),
    ];
    // As the runner would have them: by what it remembers of the last run, else by size.
    const sorted = await super.sort(specifications);
    return sorted
      .map((specification) => ({ specification, rank: rankOf(specification) }))
      .sort((a, b) => a.rank.map((value, at) => value - (b.rank[at] ?? 0)).find((step) => step !== 0) ?? 0)
      .map(({ specification }) => specification);
  }
}

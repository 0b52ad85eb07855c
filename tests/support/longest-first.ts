import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds that the slowest files take on two idle cores, roughly: only their order counts. */
export const SLOW_FILES: Record<string, number> = {
  'tests/e2e/screens.spec.ts': 160,
  'tests/engines/journey.spec.ts': 120,
  'tests/e2e/bytes.spec.ts': 110,
  'tests/e2e/html-first.spec.ts': 68,
  'tests/api/payments-webhook.test.ts': 66,
  'tests/faults/random/seeds-0-of-4.spec.ts': 65,
  'tests/faults/random/seeds-1-of-4.spec.ts': 65,
  'tests/faults/random/seeds-2-of-4.spec.ts': 65,
  'tests/faults/random/seeds-3-of-4.spec.ts': 65,
  'tests/e2e/offline-start.spec.ts': 57,
  'tests/e2e/releases.spec.ts': 54,
  'tests/money/faults.test.ts': 38,
  'tests/e2e/console-screens.spec.ts': 35,
  'tests/e2e/pay-and-return.spec.ts': 34,
  'tests/spec/frame.spec.ts': 32,
  'tests/money/kill-the-shop.test.ts': 31,
  'tests/api/public-reads.test.ts': 30,
  'tests/e2e/home.spec.ts': 27,
  'tests/spec/checkout.spec.ts': 25,
  'tests/e2e/search.spec.ts': 24,
  'tests/e2e/operator-day.spec.ts': 22,
  'tests/e2e/session.spec.ts': 22,
  'tests/e2e/live.spec.ts': 21,
  'tests/money/planted-faults.test.ts': 20,
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

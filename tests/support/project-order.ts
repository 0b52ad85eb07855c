import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Browser and database tests mostly wait, so they start first; CPU-bound tests use the free cores. */
const PROJECTS = ['random', 'browser', 'engines', 'phone', 'node', 'dom', 'rules'];

/**
 * Keeps the files of a project together, because they reuse each other's process. Within a project the runner sorts
 * them: the slowest of the last run first, else the largest.
 */
export class TestProjectSequencer extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project }: TestSpecification) =>
      project.config.sequence.groupOrder * PROJECTS.length + PROJECTS.indexOf(project.name);
    return (await super.sort(specifications)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

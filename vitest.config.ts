import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

// A busy machine is slow; what never comes still fails.
const patience = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/count-reporter.ts'],
    // One more than cores: a browser test waits more than it computes, and a whole core would wait with it.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            '{contract,sw}/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'tests/spec/{coverage,sources}.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'node',
          expect: patience,
          include: ['server/**/*.test.ts', 'tests/{api,money,sw,spec,support}/**/*.test.{ts,tsx}'],
          exclude: ['tests/spec/{coverage,sources}.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'dom',
          expect: patience,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 20_000,
          setupFiles: ['tests/support/dom-setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'browser',
          expect: patience,
          include: ['tests/{e2e,spec,support}/**/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'random',
          expect: patience,
          include: ['tests/faults/random/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Minutes, and its seconds are the claim: `npm run test:deploy`.
        test: {
          name: 'deploy',
          include: ['tests/deploy/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // Where WebKit is installed; elsewhere its tests are listed as not run.
        test: {
          name: 'engines',
          expect: patience,
          include: ['tests/engines/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Hours of broken lines: `npm run test:faults`.
        test: {
          name: 'faults',
          expect: patience,
          include: ['tests/faults/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

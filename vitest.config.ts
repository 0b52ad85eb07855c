import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TestProjectSequencer } from './tests/support/project-order.ts';

// Tests poll for long, because a busy machine is slow; what never happens still fails.
const patience = { poll: { timeout: 20_000 } };

/**
 * Options with which test files share processes, so that each need not load the packages again. The shop's own modules
 * are still loaded again for each file.
 */
const shared = { isolate: false, setupFiles: ['tests/support/fresh-modules.ts'] };

/** `npm run test:all` runs everything. `npm test` leaves out the files named `*.slow.*`, each of which takes minutes. */
const exclude = ['**/node_modules/**', ...(process.env.ALL_TESTS ? [] : ['**/*.slow.{test,spec}.ts'])];

/** The money tests that must also pass with the second card provider. */
const moneyThroughProvider = [
  'tests/money/{card-outcomes,card-refunds,invariants,outbox,parked-money,plain-http-story,reversals,settle,settle-fallback,settlements}.test.ts',
];

/** Selects the packages' modules that Node imports, which the runner's own `require` inside a VM cannot load. */
const asNodeImports = ['module-sync', 'module', 'node', 'development|production'];

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/count-reporter.ts'],
    // There are two workers more than cores, because a file with its own browser or shop waits more than it computes.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: TestProjectSequencer },
    // The next run compiles only what has changed: a kept module's name is the hash of its text and of this file.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'rules',
          ...shared,
          include: [
            '{contract,sw}/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'src/**/*.test.ts',
            'tests/spec/{coverage,security-page,sources}.test.ts',
          ],
          testTimeout: 40_000,
        },
      },
      {
        test: {
          name: 'node',
          ...shared,
          exclude,
          expect: patience,
          include: ['{sandbox,server}/**/*.test.ts', 'tests/{api,fuzz,money,sw,support}/**/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Runs the whole app against a real shop. Its packages remember what a page did, so files share no process.
        test: {
          name: 'phone',
          expect: patience,
          include: ['tests/spec/*.test.tsx'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Repeats money tests with another card provider; only the two files that choose the provider differ.
        resolve: {
          alias: ['chosen-provider', 'chosen-simulator'].map((name) => ({
            find: new RegExp(`^.*/${name}\\.ts$`),
            replacement: join(import.meta.dirname, `tests/provider/${name}.ts`),
          })),
        },
        test: {
          name: 'provider',
          expect: patience,
          include: ['tests/provider/*.test.ts', ...moneyThroughProvider],
          env: { SHOP_SERVER: 'dist-server/wordpay' },
          globalSetup: ['tests/support/database-setup.ts', 'tests/provider/build-shop.mjs'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Tests of the app that need a page. Each file gets a new window and new packages, in a process that has already
        // compiled the packages.
        resolve: { conditions: asNodeImports },
        ssr: { resolve: { conditions: asNodeImports } },
        test: {
          name: 'dom',
          expect: patience,
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          pool: 'vmForks',
          testTimeout: 40_000,
          setupFiles: ['tests/support/dom-setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'browser',
          ...shared,
          exclude,
          expect: patience,
          include: ['tests/{e2e,spec,support}/**/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'random',
          expect: patience,
          include: ['tests/faults/random/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // `npm run test:deploy` runs these tests, which take minutes and assert times.
        test: {
          name: 'deploy',
          include: ['tests/deploy/*.test.ts'],
          // One file runs at a time, because each starts a database and several shops.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      },
      {
        // Runs in the engines that are installed; the tests in all others are listed as not run.
        test: {
          name: 'engines',
          expect: patience,
          include: ['tests/engines/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        // `npm run test:faults` runs these tests, which break connections for hours.
        test: {
          name: 'faults',
          expect: patience,
          include: ['tests/faults/*.spec.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});

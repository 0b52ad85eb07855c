import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TestProjectSequencer } from './tests/support/project-order.ts';

// A busy machine is slow; what never comes still fails.
const patience = { poll: { timeout: 20_000 } };

/** Files that share their processes: each would load the packages anew. Their own modules are still their own. */
const shared = { isolate: false, setupFiles: ['tests/support/fresh-modules.ts'] };

/** `npm run test:all` runs everything. `npm test` leaves out the files named `*.slow.*`, each of which takes minutes. */
const exclude = ['**/node_modules/**', ...(process.env.ALL_TESTS ? [] : ['**/*.slow.{test,spec}.ts'])];

/** The payment tests that the second card provider also has to pass. */
const moneyThroughProvider = [
  'tests/money/{card-outcomes,card-refunds,invariants,outbox,parked-money,plain-http-story,reversals,settle,settle-fallback,settlements}.test.ts',
];

/** The packages' modules, as Node imports them: the runner's own `require` inside a VM cannot load those. */
const asNodeImports = ['module-sync', 'module', 'node', 'development|production'];

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/count-reporter.ts'],
    // More than cores: a file with a browser or a shop of its own waits more than it computes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: TestProjectSequencer },
    projects: [
      {
        test: {
          name: 'rules',
          ...shared,
          include: [
            '{contract,sw}/**/*.test.ts',
            'scripts/**/*.test.mjs',
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
        // The whole app in front of a real shop; its packages remember what a page did, so each file is alone.
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
        // The money once more through another card provider. Nothing but the choice of it is another.
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
        // A window and all packages anew for each file, in a process that has compiled them already.
        resolve: { conditions: asNodeImports },
        ssr: { resolve: { conditions: asNodeImports } },
        test: {
          name: 'dom',
          expect: patience,
          include: ['src/**/*.test.{ts,tsx}'],
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
        // Minutes, and its seconds are the claim: `npm run test:deploy`.
        test: {
          name: 'deploy',
          include: ['tests/deploy/*.test.ts'],
          // One trial at a time: each has a database and shops of its own.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      },
      {
        // The engines that are installed; the tests in others are listed as not run.
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
        // Hours of broken lines: `npm run test:faults`.
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

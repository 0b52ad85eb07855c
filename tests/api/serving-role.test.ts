import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { type OpenedDatabase, openDatabase } from '../../server/db/open-database.ts';
import { createDataRetentionJob } from '../../server/jobs/retention-job.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre } from '../support/api-catalogue.ts';
import { buyFromWalletThroughApi, readNotificationsOf, runAllJobs } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const role = `serving_${randomBytes(4).toString('hex')}`;
let opened: OpenedDatabase;

async function asSuperuser(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  await client.query(text);
  await client.end();
}

// The role can be dropped only after the database in which it has rights.
afterAll(() => asSuperuser(`DROP ROLE ${role}`));
const api = openFixtureForFile(() =>
  startTestApi({
    async served(ownersUrl) {
      await asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD 'serves'`);
      const url = new URL(ownersUrl);
      Object.assign(url, { username: role, password: 'serves' });
      const config = {
        databaseUrl: url.href,
        migrateDatabaseUrl: ownersUrl,
        databasePool: 4,
        dataDir: '.data',
      };
      const kind = { sandbox: { isOn: true }, providerVariables: [] };
      opened = await openDatabase({ ...config, ...kind }, () => undefined);
      return opened.db;
    },
  }),
);
afterAll(() => opened.close());

test('a shop sells, tells and forgets as a role that owns no table', async () => {
  await addTestPickupCentre(api);
  const shopper = await buyFromWalletThroughApi(api, { minUnits: 1 });
  await runAllJobs(api);
  expect((await readNotificationsOf(api, shopper)).length).toBeGreaterThan(0);
  await createDataRetentionJob(opened.jobsDb).run({ isStopping: () => false });
  await expectInvariants(opened.jobsDb);
});

test.each([
  'UPDATE ledger_tx SET reason = reason',
  'UPDATE ledger_entries SET amount_kobo = amount_kobo',
  'DELETE FROM ledger_entries',
  'TRUNCATE ledger_tx CASCADE',
  'DELETE FROM audit_log',
  'UPDATE history_seals SET digest = 0',
  'TRUNCATE group_history',
  'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
  'ALTER TABLE ledger_entries OWNER TO CURRENT_USER',
  'DROP TABLE audit_log',
  'DELETE FROM schema_migrations',
  'SET session_replication_role = replica',
  'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
])('that role may not: %s', async (statement) => {
  await expect(api.db.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('nor does it get a right by granting it to itself', async () => {
  const had = `SELECT has_table_privilege('ledger_entries', 'UPDATE') AS may`;
  await api.db.query('GRANT UPDATE ON ledger_entries TO CURRENT_USER').catch(() => undefined);
  expect(await api.db.query(had)).toEqual([{ may: false }]);
});

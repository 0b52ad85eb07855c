import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** Sends the same command again. Rules for every command are tested in ops-audit.test.ts. */

const api = openFixtureForFile(startTestApi, addOpsCommandFixture);

async function gift(naira: number) {
  const { id, email } = await signUpShopper(api);
  const words = ['wallet', 'goodwill', '--email', email, '--amount', String(naira), '--reason', 'late order'];
  const balance = async () => {
    const [wallet] = await api.db.query<{ naira: number }>(
      'SELECT (balance_kobo / 100)::int AS naira FROM wallets WHERE user_id = $1',
      [id],
    );
    return wallet?.naira;
  };
  return { words, balance };
}

test('money given twice with the same words is given once, and again only under another key', async () => {
  const { words, balance } = await gift(500);
  const given = '₦500 given. The balance is ₦500.\n';
  expect(await api.say(...words)).toBe(given);
  expect(await api.say(...words)).toBe(
    `${given}This was done before, nothing was done again. To do it once more: --key ANOTHER.\n`,
  );
  expect(await balance()).toBe(500);
  expect((await runOpsCommandInTest(api, ...words, '--key', 'second time')).data).toMatchObject({
    balance: 1_000,
  });
  expect((await runOpsCommandInTest(api, ...words, '--key', 'second time')).data).toMatchObject({
    balance: 1_000,
  });
  expect(await balance()).toBe(1_000);
});

test('of five terminals that give the same at one moment, one does', async () => {
  const { words, balance } = await gift(700);
  const runs = await Promise.all(Array.from({ length: 5 }, () => runOpsCommandInTest(api, ...words)));
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
  expect(await balance()).toBe(700);
});

test('a key stands for one act', async () => {
  const [one, other] = [await gift(100), await gift(100)];
  await runOpsCommandInTest(api, ...one.words, '--key', 'monday');
  expect((await runOpsCommandInTest(api, ...other.words, '--key', 'monday')).message).toBe(
    'The key monday was already used for another action.',
  );
  expect(await other.balance()).toBe(0);
  expect((await runOpsCommandInTest(api, 'product', 'list', '--key', 'monday')).message).toContain(
    'has no option --key',
  );
});

import { beforeEach, describe, expect, test } from 'vitest';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runWithTemporaryOperators } from '../support/operators.ts';
import { runShopProgram } from '../support/run-program.ts';
import { openDatabaseAsShopKind, openUnmarkedShopForFile } from '../support/shop-kind.ts';

/** An operator who acts or agrees by name must prove to be that operator. */

const api = openFixtureForFile(startTestApi);
const places = openUnmarkedShopForFile();

/** Runs a command and answers every question for a secret with the given one. */
async function run(words: string, secret: string | null = null) {
  const { exitCode, stdout, stderr } = await runOpsCommand(
    words.split(' '),
    async () => api.deps,
    async () => secret,
  );
  return { exitCode, said: `${stdout}${stderr}`.trimEnd() };
}
const secretIn = (said: string) => /^secret +(\S+)/m.exec(said)?.[1] ?? '';
const refusals = () =>
  api.db.query(
    `SELECT address, times FROM security_events WHERE event = 'operator_refused' ORDER BY address`,
  );

beforeEach(async () => {
  await api.db.query('DELETE FROM operators');
  await api.db.query('DELETE FROM security_events');
});

test('a shop without an owner asks nobody; the first operator is an owner, and then everybody is asked', async () => {
  expect(await run('product list')).toMatchObject({ exitCode: 0 });
  expect((await run('operator add bisi --role finance')).said).toBe(
    'The first operator is an owner: operator add NAME --role owner',
  );
  const { said } = await run('operator add olu --role owner');
  expect(said).toMatch(
    /^name +olu\nrole +owner\nsecret +([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}\nsetUpAt +http:\S+\/ops\/enrol$/,
  );
  expect(await run('product list')).toEqual({
    exitCode: 1,
    said: 'This shop has operators: use --as NAME.',
  });
  expect((await run('product list --as olu')).said).toBe(
    'The secret of olu is needed: see docs/operator.md.',
  );
  expect((await run('product list --as olu', 'guessed')).said).toBe('The secret of olu is wrong.');
  const asTyped = secretIn(said).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
  expect(await run('product list --as olu', asTyped)).toMatchObject({ exitCode: 0 });
  expect(await run('operator add bisi --role finance --as olu', secretIn(said))).toMatchObject({
    exitCode: 0,
  });
});

test('a secret is nowhere but in front of who gets it', async () => {
  const { said } = await run('operator add olu --role owner');
  const secret = secretIn(said);
  await run('operator reset olu --reason test --as olu', secret);
  const everything = await api.db.query<{ text: string }>(
    `SELECT to_jsonb(o)::text AS text FROM operators o UNION ALL SELECT to_jsonb(a)::text FROM audit_log a`,
  );
  const text = everything.map((row) => row.text).join('\n');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(secret.replaceAll('-', ''));
  expect(text.match(/argon2id/g)).toHaveLength(1);
});

test('wrong secrets are counted, and after ten the right one waits too, until an owner gives out another', async () => {
  await runWithTemporaryOperators(api, { bisi: 'support' }, async (proven, secrets) => {
    const bisis = secrets.get('bisi') ?? '';
    await run('product list --as eve', bisis);
    const wrong = await Promise.all(Array.from({ length: 10 }, () => run('product list --as bisi', 'wrong')));
    expect(new Set(wrong.map(({ said }) => said))).toEqual(new Set(['The secret of bisi is wrong.']));
    expect((await run('product list --as bisi', bisis)).said).toBe(
      'Too many wrong secrets for bisi. Try again in 15 minutes, or: operator reset bisi',
    );
    expect(await refusals()).toEqual([
      { address: 'operator', times: 1 },
      { address: 'operator:bisi', times: 10 },
    ]);
    const list = JSON.parse((await proven('operator', 'list', '--as', 'olu', '--json')).stdout);
    expect(list.data).toMatchObject([
      { name: 'bisi', role: 'support', removedAt: null, refusals: 10 },
      { name: 'olu', refusals: 0 },
    ]);
    await api.db.query(`UPDATE operators SET missed_at = now() - interval '16 minutes' WHERE name = 'bisi'`);
    expect(await run('product list --as bisi', bisis)).toMatchObject({ exitCode: 0 });
    expect((await run('product list --as bisi', 'wrong')).said).toBe('The secret of bisi is wrong.');
    const reset = await proven('operator', 'reset', 'bisi', '--reason', 'lost it', '--as', 'olu');
    expect((await run('product list --as bisi', bisis)).exitCode).toBe(1);
    expect(await run('product list --as bisi', secretIn(reset.stdout))).toMatchObject({ exitCode: 0 });
  });
});

test('who is removed acts and agrees no more, and the name is not used again; the last owner stays', async () => {
  await runWithTemporaryOperators(api, { femi: 'finance', ola: 'owner' }, async (proven, secrets) => {
    const say = async (words: string) => {
      const { stdout, stderr } = await proven(...words.split(' '));
      return `${stdout}${stderr}`.trimEnd();
    };
    const theirs = secrets.get('femi') ?? '';
    expect(await say('operator remove femi --reason left --as olu')).toBe('name  femi');
    expect((await run('product list --as femi', theirs)).said).toMatch(/^There is no operator "femi"/);
    expect(await say('operator remove femi --reason left --as olu')).toBe('There is no operator "femi".');
    expect(await say('operator reset femi --reason back --as olu')).toBe('There is no operator "femi".');
    expect(await say('operator add femi --role finance --as olu')).toBe(
      'femi already exists or existed before: a name cannot be used again.',
    );
    const removals = await Promise.all([
      say('operator remove ola --reason quarrel --as olu'),
      say('operator remove olu --reason quarrel --as ola'),
    ]);
    expect(removals.filter((said) => said.startsWith('name'))).toHaveLength(1);
    expect(removals.filter((said) => said.includes('is the last owner.'))).toHaveLength(1);
  });
});

describe('a large sum', () => {
  test('is agreed to by another one who proves it and may do it too', async () => {
    const { email } = await signUpShopper(api);
    const roles = { femi: 'finance', bisi: 'support', ngozi: 'finance' } as const;
    await runWithTemporaryOperators(api, roles, async (proven, secrets) => {
      const give = ['wallet', 'goodwill', '--email', email, '--amount', '50001', '--reason', 'r'];
      const say = async (...words: string[]) => (await proven(...give, ...words)).stderr.trimEnd();
      expect(await say('--as', 'bisi')).toBe(
        'bisi has the role support, which does not allow wallet goodwill.',
      );
      expect(await say('--as', 'femi')).toBe(
        'Above ₦50,000 another operator must approve: --as NAME --approved-by OTHER.',
      );
      expect(await say('--as', 'femi', '--approved-by', 'femi')).toBe(
        'Another operator must approve, not femi again.',
      );
      expect(await say('--as', 'femi', '--approved-by', 'bisi')).toBe(
        'bisi has the role support, which does not allow wallet goodwill.',
      );
      const femiAlone = await runOpsCommand(
        [...give, '--as', 'femi', '--approved-by', 'ngozi'],
        async () => api.deps,
        async () => secrets.get('femi') ?? '',
      );
      expect(femiAlone.stderr.trimEnd()).toBe('The secret of ngozi is wrong.');
      expect(await refusals()).toEqual([{ address: 'operator:ngozi', times: 1 }]);
      expect(await say('--as', 'femi', '--approved-by', 'ngozi')).toBe('');
      expect(
        await api.db.query(`SELECT actor, after FROM audit_log WHERE action = 'wallet.goodwill'`),
      ).toEqual([{ actor: 'operator:femi', after: expect.objectContaining({ approvedBy: 'ngozi' }) }]);
    });
  });

  test('is one too when it is many small ones of a day', async () => {
    const { email } = await signUpShopper(api);
    await runWithTemporaryOperators(api, { femi: 'finance', ngozi: 'finance' }, async (proven) => {
      const give = (naira: string, key: string, ...words: string[]) => {
        const gift = ['--email', email, '--amount', naira, '--reason', 'r', '--key', key];
        return proven('wallet', 'goodwill', ...gift, ...words);
      };
      const femi = ['--as', 'femi'];
      await give('100000', 'agreed', ...femi, '--approved-by', 'ngozi');
      for (const key of ['1', '2', '3', '4'])
        expect(await give('50000', key, ...femi)).toMatchObject({ exitCode: 0 });
      expect((await give('1', '5', ...femi)).stderr.trimEnd()).toBe(
        'Above ₦200,000 in 24 hours another operator must approve: --as NAME --approved-by OTHER.',
      );
      expect(await give('1', '5', ...femi, '--approved-by', 'ngozi')).toMatchObject({ exitCode: 0 });
      expect(await give('1', '6', '--as', 'ngozi')).toMatchObject({ exitCode: 0 });
      await api.clock.advance(25 * 60 * 60_000);
      expect(await give('50000', '7', ...femi)).toMatchObject({ exitCode: 0 });
    });
  });

  test('is one too when the small ones come at one moment', async () => {
    const { email } = await signUpShopper(api);
    await runWithTemporaryOperators(api, { femi: 'finance', ngozi: 'finance' }, async (proven) => {
      const give = (key: string) => {
        const gift = ['--email', email, '--amount', '50000', '--reason', 'r', '--key', `at once ${key}`];
        return proven('wallet', 'goodwill', ...gift, '--as', 'ngozi');
      };
      const given = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map(give));
      expect(given.filter(({ exitCode }) => exitCode === 0)).toHaveLength(4);
      await api.clock.advance(25 * 60 * 60_000);
    });
  });

  test('needs nobody where there is nobody else who may', async () => {
    const { email } = await signUpShopper(api);
    await runWithTemporaryOperators(api, { bisi: 'support' }, async (proven) => {
      const words = ['--email', email, '--amount', '50001', '--reason', 'r', '--as', 'olu'];
      expect(await proven('wallet', 'goodwill', ...words)).toMatchObject({ exitCode: 0 });
    });
  });
});

test('a script gives the secret in its environment, never among the arguments', async () => {
  const database = await places.unmarked();
  await openDatabaseAsShopKind(database, places.dataDir, true);
  const ops = async (words: string, env: Record<string, string> = {}) => {
    const place = { DATABASE_URL: database.url, DATA_DIR: places.dataDir };
    const { stdout } = await runShopProgram('ops', [...words.split(' '), '--json'], { ...place, ...env });
    return JSON.parse(stdout) as { ok: boolean; data: { secret?: string }; message?: string };
  };
  const { data } = await ops('operator add olu --role owner');
  const OPERATOR_SECRET = data.secret ?? '';
  expect((await ops('product list --as olu')).message).toBe(
    'The secret of olu is needed: see docs/operator.md.',
  );
  expect(await ops('product list --as olu', { OPERATOR_SECRET })).toEqual({ ok: true, data: [] });
  expect((await ops(`product list --as olu --secret ${OPERATOR_SECRET}`)).message).toContain(
    'has no option --secret',
  );
});

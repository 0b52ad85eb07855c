import { beforeEach, expect, test } from 'vitest';
import type { OperatorRole } from '../../server/ops/action.ts';
import { addOperator } from '../../server/ops/operator-repository.ts';
import { createOperatorSecret } from '../../server/ops/operators.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** A person who has the secrets of two operators must not count as two people. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
const HOUR_MS = 3_600_000;
const secrets = new Map<string, string>();
let email: string;
let names = 0;

/** Adds an operator who was added long ago. */
async function operator(role: OperatorRole): Promise<string> {
  const [name, { secret, secretHash }] = [`op${++names}`, await createOperatorSecret()];
  await addOperator(api.db, { name, role, secretHash });
  secrets.set(name, secret);
  return name;
}
async function run(words: string, by: string) {
  const { exitCode, stdout, stderr } = await runOpsCommand(
    [...words.split(' '), '--as', by],
    async () => api.deps,
    async (_who, name) => secrets.get(name) ?? null,
  );
  const [, shown] = /^secret +(\S+)/m.exec(stdout) ?? [];
  const [, , whom] = words.split(' ');
  if (shown && whom) secrets.set(whom, shown);
  return { isDone: exitCode === 0, said: `${stdout}${stderr}`.trimEnd() };
}
const add = async (by: string, role: OperatorRole): Promise<string> => {
  const name = `op${++names}`;
  expect(await run(`operator add ${name} --role ${role}`, by)).toMatchObject({ isDone: true });
  return name;
};
const give = (by: string, agreedBy?: string) =>
  run(
    `wallet goodwill --email ${email} --amount 900000 --reason r --key k${++names}${agreedBy ? ` --approved-by ${agreedBy}` : ''}`,
    by,
  );
const refused = {
  isDone: false,
  said: expect.stringMatching(/cannot approve for .* in the last 72 hours/),
};

beforeEach(async () => {
  await api.db.query('DELETE FROM operators');
  await api.db.query('DELETE FROM alarms');
  ({ email } = await signUpShopper(api));
});

test('who was just added agrees to nothing of who added them, nor the other way round; after 72 hours they may', async () => {
  const [olu, sade] = [await operator('owner'), await operator('finance')];
  const ghost = await add(olu, 'finance');
  expect(await give(olu, ghost)).toMatchObject(refused);
  expect(await give(ghost, olu)).toMatchObject(refused);
  expect(await give(olu, sade)).toMatchObject({ isDone: true });
  expect(await give(sade, ghost)).toMatchObject({ isDone: true });
  await api.clock.advance(73 * HOUR_MS);
  expect(await give(olu, ghost)).toMatchObject({ isDone: true });
});

test('who got another secret from an owner is at their hand too', async () => {
  const [olu, femi] = [await operator('owner'), await operator('finance')];
  await run(`operator reset ${femi} --reason lost`, olu);
  expect(await give(olu, femi)).toMatchObject(refused);
  await api.clock.advance(73 * HOUR_MS);
  expect(await give(olu, femi)).toMatchObject({ isDone: true });
});

test('two operators that the same owner added agree to nothing of each other, nor one that a puppet added', async () => {
  const olu = await operator('owner');
  const [one, other] = [await add(olu, 'owner'), await add(olu, 'finance')];
  expect(await give(one, other)).toMatchObject(refused);
  const third = await add(one, 'finance');
  expect(await give(olu, third)).toMatchObject(refused);
  expect(await give(other, third)).toMatchObject(refused);
});

test('removing the others does not end the rule of two at once', async () => {
  const [olu, femi] = [await operator('owner'), await operator('finance')];
  await run(`operator remove ${femi} --reason quarrel`, olu);
  expect(await give(olu)).toMatchObject({
    isDone: false,
    said: expect.stringMatching(/another operator must approve/),
  });
  expect(await give(olu, await add(olu, 'finance'))).toMatchObject(refused);
  await run(`operator remove op${names - 1} --reason quarrel`, olu);
  await api.clock.advance(73 * HOUR_MS);
  expect(await give(olu)).toMatchObject({ isDone: true });
});

test('the console refuses it likewise, and the proposal waits for somebody else', async () => {
  const [olu, sade] = [
    await signInTestOperator(api, 'olu', 'owner'),
    await signInTestOperator(api, 'sade', 'finance'),
  ];
  await api.clock.advance(1);
  await api.db.query(
    `INSERT INTO audit_log (actor, action, target) VALUES ('operator:olu', 'operator.reset', 'operator:sade')`,
  );
  const body = { email, amount: 900_000, reason: 'alone' };
  const asked = await olu.call<{ proposal: { id: number } }>('POST', '/api/ops/goodwill', body);
  const agree = `/api/ops/approvals/${asked.body.proposal.id}/agree`;
  expect(await sade.call('POST', agree)).toMatchObject({ status: 409, body: { message: refused.said } });
  const femi = await signInTestOperator(api, 'femi', 'finance');
  expect(await femi.call('POST', agree)).toMatchObject({ status: 200 });
});

test('each operator who is added, reset or removed is an alarm', async () => {
  const olu = await operator('owner');
  const ghost = await add(olu, 'finance');
  await run(`operator reset ${ghost} --reason lost`, olu);
  await run(`operator remove ${ghost} --reason left`, olu);
  const alarms = await api.db.query<{ subject: string }>(
    `SELECT detail, subject, is_event AS "isEvent" FROM alarms WHERE kind = 'operator_changed' ORDER BY raised_at`,
  );
  expect(alarms).toMatchObject(
    ['operator.add', 'operator.reset', 'operator.remove'].map((detail) => ({ detail, isEvent: true })),
  );
  const rows = await api.db.query(
    `SELECT 1 FROM audit_log WHERE 'audit:' || id = ANY($1) AND target = 'operator:' || $2::text`,
    [alarms.map(({ subject }) => subject), ghost],
  );
  expect(rows).toHaveLength(3);
});

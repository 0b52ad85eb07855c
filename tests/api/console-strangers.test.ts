import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import {
  addTestOperator,
  callApiAsOperator,
  createOperatorTotpCode,
  type SignedInTestOperator,
  signInTestOperator,
  TEST_OPERATOR_PASSWORD,
} from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** Strangers who try passwords for an operator's name do not lock the operator out. */

const api = openFixtureForFile(() => startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } }));

interface Try {
  name: string;
  code: string;
  password?: string;
  from: string;
  cookie?: string;
}
const signIn = ({ name, code, password = TEST_OPERATOR_PASSWORD, from, cookie = '' }: Try) =>
  callApiAsOperator(api, {
    method: 'POST',
    url: '/api/ops/sign-in',
    body: { name, password, code },
    cookie,
    headers: { 'x-forwarded-for': from },
  });
const guess = (name: string, from: string) =>
  signIn({ name, from, code: '123456', password: 'not the password' });
const addressOf = (n: number) => `41.${n % 7}.3.${n}`;

/** Signs in from the operator's home address, which makes the device known. @returns the cookies of its browser. */
async function atHome(person: SignedInTestOperator): Promise<string> {
  const [recoveryCode = ''] = person.recoveryCodes;
  const answer = await signIn({ name: person.name, code: recoveryCode, from: '105.1.1.1' });
  expect(answer.status).toBe(200);
  return [answer.headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');
}

test('after 200 wrong tries from everywhere an operator comes in, on their own device and on a new one', async () => {
  const femi = await signInTestOperator(api, 'femi', 'finance');
  const cookie = await atHome(femi);
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => (await guess('femi', addressOf(n))).status),
  );
  expect(statuses.filter((status) => status === 200)).toEqual([]);
  const home = { name: 'femi', from: '105.1.1.1', cookie };
  expect(await signIn({ ...home, code: createOperatorTotpCode(femi.totpSecret, 1) })).toMatchObject({
    status: 200,
  });
  const [, recoveryCode = ''] = femi.recoveryCodes;
  expect(await signIn({ name: 'femi', from: '105.2.2.2', code: recoveryCode })).toMatchObject({
    status: 200,
  });
});

test('who guesses behind the address of an operator shuts that name on new devices there, and no other', async () => {
  const ngozi = await signInTestOperator(api, 'ngozi', 'finance');
  const bisi = await signInTestOperator(api, 'bisi', 'support');
  const cookie = await atHome(ngozi);
  const from = '105.1.1.1';
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) statuses.push((await guess('ngozi', from)).status);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);
  expect(
    await signIn({ name: 'ngozi', from, cookie, code: createOperatorTotpCode(ngozi.totpSecret, 1) }),
  ).toMatchObject({
    status: 200,
  });
  expect(await signIn({ name: 'bisi', from, code: bisi.recoveryCodes[0] ?? '' })).toMatchObject({
    status: 200,
  });
});

test('one household of IPv6 is one address, however many it has', async () => {
  await addTestOperator(api, 'chidi', 'ops');
  const statuses: number[] = [];
  for (let n = 1; n < 13; n += 1) statuses.push((await guess('chidi', `2c0f:f5c0:1:2::${n}`)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('who knows the password tries ten codes from everywhere, and the operator comes in from their device', async () => {
  const ada = await signInTestOperator(api, 'ada', 'support');
  const cookie = await atHome(ada);
  for (let n = 0; n < 10; n += 1)
    expect((await signIn({ name: 'ada', code: '000000', from: addressOf(n) })).status).toBe(400);
  const code = createOperatorTotpCode(ada.totpSecret, 1);
  expect(await signIn({ name: 'ada', code, from: addressOf(99) }), 'the right code').toMatchObject({
    status: 400,
    body: { code: 'invalid_credentials' },
  });
  expect(await signIn({ name: 'ada', code, from: '105.1.1.1', cookie })).toMatchObject({ status: 200 });
});

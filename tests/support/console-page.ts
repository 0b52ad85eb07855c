import type { Page } from 'playwright-core';
import type { OperatorRole } from '../../server/ops/action.ts';
import { createOperatorSecret } from '../../server/ops/operators.ts';
import { createOperatorTotpCode, decodeBase32, TEST_OPERATOR_PASSWORD } from './console.ts';
import type { TestShop } from './shop.ts';

/** Adds an operator to the database, as `operator add` does. @returns the enrolment secret. */
export async function addOperatorToShop(
  { db }: Pick<TestShop, 'db'>,
  name: string,
  role: OperatorRole,
): Promise<string> {
  const { secret, secretHash } = await createOperatorSecret();
  await db.query('INSERT INTO operators (name, role, secret_hash) VALUES ($1, $2, $3)', [
    name,
    role,
    secretHash,
  ]);
  return secret;
}

/**
 * Adds an operator and signs them in at the console in this page's browser, without the sign-in form.
 *
 * @returns a function that signs the operator in again after a sign-out.
 */
export async function signInOnConsolePage(
  page: Page,
  shop: TestShop,
  name: string,
  role: OperatorRole,
): Promise<() => Promise<void>> {
  const secret = await addOperatorToShop(shop, name, role);
  const post = async <Reply>(path: string, data: object): Promise<Reply> => {
    const answer = await page.request.post(`${shop.url}/api/ops/${path}`, {
      data,
      headers: { origin: shop.url },
    });
    if (!answer.ok()) throw new Error(`${name} could not ${path}: ${await answer.text()}`);
    return (await answer.json()) as Reply;
  };
  const password = TEST_OPERATOR_PASSWORD;
  const enrolled = await post<{ data: { totpSecret: string; recoveryCodes: string[] } }>('enrol', {
    name,
    secret,
    password,
  });
  await post('sign-in', {
    name,
    password,
    code: createOperatorTotpCode(decodeBase32(enrolled.data.totpSecret)),
  });
  const { recoveryCodes } = enrolled.data;
  return () => post('sign-in', { name, password, code: recoveryCodes.pop() });
}

/** Adds an operator and fills in the enrolment and sign-in forms. The second factor is read from the page. */
export async function enrolAndSignInOnConsolePage(
  page: Page,
  shop: TestShop,
  name: string,
  role: OperatorRole,
): Promise<void> {
  const secret = await addOperatorToShop(shop, name, role);
  const heading = (words: string) => page.getByRole('heading', { level: 1, name: words });
  await page.goto('/ops');
  await page.getByRole('link', { name: 'First time here, or given a new secret?' }).click();
  // The form before this one has a field of the same name and stays until this one is rendered.
  await heading('Set up your access').waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByLabel('New password').fill(TEST_OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Set Up' }).click();
  await heading('Your second factor').waitFor();
  const uri = await page.getByRole('link', { name: /authenticator app/ }).getAttribute('href');
  const key = new URL(uri ?? '').searchParams.get('secret') ?? '';
  await page.getByLabel('Code', { exact: true }).fill(createOperatorTotpCode(decodeBase32(key)));
  await page.getByRole('button', { name: 'Finish Setup' }).click();
  await heading('Today').waitFor();
}

import type { OperatorRole } from '../../server/ops/action.ts';
import { createOperatorSecret } from '../../server/ops/operators.ts';
import type { TestApi, TestApiResponse } from './api.ts';
import { calculateTotpCode, calculateTotpStep } from './totp-codes.ts';

/** The operator is enrolled and signed in at the console. */
export interface SignedInTestOperator {
  name: string;
  password: string;
  secret: string;
  /** TOTP secret of the authenticator. */
  totpSecret: Buffer;
  recoveryCodes: string[];
  /** Cookie header of the session. */
  cookie: string;
  /** Calls the API as the console's page does. */
  call<Reply = Record<string, unknown>>(
    method: 'GET' | 'POST',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<TestApiResponse<Reply>>;
}

export const TEST_OPERATOR_PASSWORD = 'palm wine at the market 7';

/** The console belongs to a shop in this process or to a started one. */
export type ConsoleTestApi = Pick<TestApi, 'db' | 'call'> & { config: Pick<TestApi['config'], 'publicUrl'> };

/** Adds an operator to the database, as `operator add` does. @returns the enrolment secret. */
export async function addTestOperator(
  { db }: Pick<TestApi, 'db'>,
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

/** Authenticators show their secret in base32. */
export function decodeBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** @param later number of 30-second steps from now. */
export function createOperatorTotpCode(totpSecret: Buffer, later = 0): string {
  return calculateTotpCode(totpSecret, calculateTotpStep(Date.now()) + later);
}

/** Sends the origin of the shop's own page, which the console requires. */
export function callApiAsOperator<Reply = Record<string, unknown>>(
  api: ConsoleTestApi,
  {
    method,
    url,
    body,
    cookie,
    headers,
  }: {
    method: 'GET' | 'POST';
    url: string;
    body?: object | undefined;
    cookie?: string;
    headers?: Record<string, string> | undefined;
  },
): Promise<TestApiResponse<Reply>> {
  return api.call<Reply>({
    method,
    url,
    ...(body ? { body } : {}),
    headers: { origin: api.config.publicUrl, ...(cookie ? { cookie } : {}), ...headers },
  });
}

export function readSessionCookie({ headers }: TestApiResponse<unknown>): string {
  const [cookie] = [headers['set-cookie']].flat();
  return String(cookie).split(';')[0] ?? '';
}

export async function signInTestOperator(
  api: ConsoleTestApi,
  name: string,
  role: OperatorRole,
): Promise<SignedInTestOperator> {
  const secret = await addTestOperator(api, name, role);
  const password = TEST_OPERATOR_PASSWORD;
  const enrolled = await callApiAsOperator<{ data: { totpSecret: string; recoveryCodes: string[] } }>(api, {
    method: 'POST',
    url: '/api/ops/enrol',
    body: { name, secret, password },
  });
  if (enrolled.status !== 200) throw new Error(`${name} could not enrol: ${JSON.stringify(enrolled.body)}`);
  const { recoveryCodes, ...told } = enrolled.body.data;
  const totpSecret = decodeBase32(told.totpSecret);
  const code = createOperatorTotpCode(totpSecret);
  const answer = await callApiAsOperator(api, {
    method: 'POST',
    url: '/api/ops/sign-in',
    body: { name, password, code },
  });
  if (answer.status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(answer.body)}`);
  const cookie = readSessionCookie(answer);
  return {
    ...{ name, password, secret, totpSecret, recoveryCodes, cookie },
    call: (method, url, body, headers) => callApiAsOperator(api, { method, url, body, cookie, headers }),
  };
}

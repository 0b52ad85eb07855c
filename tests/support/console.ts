import type { Role } from '../../server/ops/action.ts';
import { makeSecret } from '../../server/ops/operators.ts';
import type { ApiAnswer, TestApi } from './api.ts';
import { totpCode, totpStep } from './totp-codes.ts';

/** The operator is enrolled and signed in at the console. */
export interface ConsolePerson {
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
  ): Promise<ApiAnswer<Reply>>;
}

export const CONSOLE_PASSWORD = 'palm wine at the market 7';

/** The console belongs to a shop in this process or to a started one. */
export type ConsoleShop = Pick<TestApi, 'db' | 'call'> & { config: Pick<TestApi['config'], 'publicUrl'> };

/** Adds an operator to the database, as `operator add` does. @returns the enrolment secret. */
export async function nameOperator({ db }: Pick<TestApi, 'db'>, name: string, role: Role): Promise<string> {
  const { secret, secretHash } = await makeSecret();
  await db.query('INSERT INTO operators (name, role, secret_hash) VALUES ($1, $2, $3)', [
    name,
    role,
    secretHash,
  ]);
  return secret;
}

/** Authenticators show their secret in base32. */
export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** @param later number of 30-second steps from now. */
export function codeOf(totpSecret: Buffer, later = 0): string {
  return totpCode(totpSecret, totpStep(Date.now()) + later);
}

/** Sends the origin of the shop's own page, which the console requires. */
export function callFromConsole<Reply = Record<string, unknown>>(
  api: ConsoleShop,
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
): Promise<ApiAnswer<Reply>> {
  return api.call<Reply>({
    method,
    url,
    ...(body ? { body } : {}),
    headers: { origin: api.config.publicUrl, ...(cookie ? { cookie } : {}), ...headers },
  });
}

export function cookieOf({ headers }: ApiAnswer<unknown>): string {
  const [cookie] = [headers['set-cookie']].flat();
  return String(cookie).split(';')[0] ?? '';
}

export async function signInAtConsole(api: ConsoleShop, name: string, role: Role): Promise<ConsolePerson> {
  const secret = await nameOperator(api, name, role);
  const password = CONSOLE_PASSWORD;
  const enrolled = await callFromConsole<{ data: { totpSecret: string; recoveryCodes: string[] } }>(api, {
    method: 'POST',
    url: '/api/ops/enrol',
    body: { name, secret, password },
  });
  if (enrolled.status !== 200) throw new Error(`${name} could not enrol: ${JSON.stringify(enrolled.body)}`);
  const { recoveryCodes, ...told } = enrolled.body.data;
  const totpSecret = fromBase32(told.totpSecret);
  const code = codeOf(totpSecret);
  const answer = await callFromConsole(api, {
    method: 'POST',
    url: '/api/ops/sign-in',
    body: { name, password, code },
  });
  if (answer.status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(answer.body)}`);
  const cookie = cookieOf(answer);
  return {
    ...{ name, password, secret, totpSecret, recoveryCodes, cookie },
    call: (method, url, body, headers) => callFromConsole(api, { method, url, body, cookie, headers }),
  };
}

import { randomInt, randomUUID } from 'node:crypto';
import type { SignInReply } from '#contract/schemas/auth.ts';
import type { TestApi, TestApiRequest } from './api.ts';

/** The shopper was signed up through the API. */
export interface SignedUpApiShopper {
  id: string;
  token: string;
  name: string;
  email: string;
  phone: string;
  password: string;
  recoveryKey: string;
  referralCode: string;
  /** Values of the cookies `refresh` and `XSRF-TOKEN`. */
  cookies: Record<string, string>;
}

/** @returns valid sign-up fields, of another person at each call. */
export function createSignUpBody() {
  return {
    name: 'Ada Obi',
    email: `ada.${randomUUID()}@example.com`,
    password: 'correct horse',
    phone: `+234${randomInt(7_000_000_000, 9_999_999_999)}`,
    secretRecoveryKey: 'market day',
    platform: 'web',
  };
}

export async function signUpShopper(
  api: TestApi,
  fields: Record<string, string> = {},
  request: Partial<TestApiRequest> = {},
): Promise<SignedUpApiShopper> {
  const body = { ...createSignUpBody(), ...fields };
  const answer = await api.call<SignInReply>({ method: 'POST', url: '/api/auth/signup', body, ...request });
  if (answer.status !== 201)
    throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return {
    id: answer.body.user.id,
    token: answer.body.token,
    name: body.name,
    email: body.email,
    phone: body.phone,
    password: body.password,
    recoveryKey: body.secretRecoveryKey,
    referralCode: answer.body.user.referralCode,
    cookies: parseSetCookies(answer.headers['set-cookie']),
  };
}

/** @returns names and values of `Set-Cookie` headers. */
export function parseSetCookies(header: string | string[] | undefined): Record<string, string> {
  const lines = header === undefined ? [] : [header].flat();
  return Object.fromEntries(lines.map((line) => (line.split(';')[0] as string).split(/=(.*)/s).slice(0, 2)));
}

/** Refreshes the session as the shop's own page does. @returns the status. */
export async function refreshSession(
  api: TestApi,
  { cookies }: Pick<SignedUpApiShopper, 'cookies'>,
): Promise<number> {
  const headers = createSameOriginHeaders(api, cookies);
  return (await api.call({ method: 'POST', url: '/api/auth/refresh', body: {}, headers })).status;
}

/** @returns the headers with which the shop's own page refreshes or signs out. */
export function createSameOriginHeaders(
  api: TestApi,
  cookies: Record<string, string>,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    origin: api.config.publicUrl,
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '',
  };
}

import { randomInt, randomUUID } from 'node:crypto';
import type { SessionReply } from '#contract/schemas/auth.ts';
import type { ApiRequest, TestApi } from './api.ts';

/** The shopper was signed up through the API. */
export interface ApiShopper {
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
export function newSignUp() {
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
  request: Partial<ApiRequest> = {},
): Promise<ApiShopper> {
  const body = { ...newSignUp(), ...fields };
  const answer = await api.call<SessionReply>({ method: 'POST', url: '/api/auth/signup', body, ...request });
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
    cookies: readCookies(answer.headers['set-cookie']),
  };
}

/** @returns names and values of `Set-Cookie` headers. */
export function readCookies(header: string | string[] | undefined): Record<string, string> {
  const lines = header === undefined ? [] : [header].flat();
  return Object.fromEntries(lines.map((line) => (line.split(';')[0] as string).split(/=(.*)/s).slice(0, 2)));
}

/** Refreshes the session as the shop's own page does. @returns the status. */
export async function refreshSession(
  api: TestApi,
  { cookies }: Pick<ApiShopper, 'cookies'>,
): Promise<number> {
  const headers = ownPageHeaders(api, cookies);
  return (await api.call({ method: 'POST', url: '/api/auth/refresh', body: {}, headers })).status;
}

/** @returns the headers with which the shop's own page refreshes or signs out. */
export function ownPageHeaders(api: TestApi, cookies: Record<string, string>): Record<string, string> {
  return {
    'content-type': 'application/json',
    origin: api.config.publicUrl,
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '',
  };
}

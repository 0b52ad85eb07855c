import { describe, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { createSameOriginHeaders, parseSetCookies, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const UPDATED = PHONE.replace('Chrome/126.0.0.0', 'Chrome/127.0.0.0').replace('Android 14', 'Android 15');
const ELSEWHERE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

const refresh = (cookies: Record<string, string>, userAgent: string) =>
  api.call({
    method: 'POST',
    url: '/api/auth/refresh',
    body: {},
    headers: { ...createSameOriginHeaders(api, cookies), 'user-agent': userAgent },
  });

describe('a refresh token that is presented again', () => {
  test('from another kind of browser ends the session at once, whoever was first, and the owner is told', async () => {
    for (const [first, second] of [
      [PHONE, ELSEWHERE],
      [ELSEWHERE, PHONE],
    ] as const) {
      const { id, token, cookies } = await signUpShopper(api);
      const answer = await refresh(cookies, first);
      expect(answer.status).toBe(200);
      expect((await refresh(cookies, second)).status).toBe(401);
      expect((await refresh(parseSetCookies(answer.headers['set-cookie']), first)).status, 'the thief').toBe(
        401,
      );
      const write = await api.call({
        ...{ method: 'PATCH', url: '/api/auth/update-name', body: { name: 'Ada' } },
        token,
      });
      expect(write.status).toBe(401);
      const told = await api.db.query(
        `SELECT payload ->> 'change' AS change FROM outbox WHERE payload ->> 'userId' = $1`,
        [id],
      );
      expect(told).toEqual([{ change: 'session_revoked' }]);
      const events = await api.db.query(
        `SELECT event FROM security_events WHERE user_id = $1 AND event = 'refresh_token_copied'`,
        [id],
      );
      expect(events).toHaveLength(1);
    }
  });

  test('by the same phone is answered again, also when its browser was updated meanwhile', async () => {
    const { cookies } = await signUpShopper(api);
    const [first, again] = [await refresh(cookies, PHONE), await refresh(cookies, UPDATED)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(parseSetCookies(again.headers['set-cookie'])).toEqual(
      parseSetCookies(first.headers['set-cookie']),
    );
  });
});

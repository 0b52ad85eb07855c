import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { requestAndApproveRecovery } from '../../support/api-recovery.ts';
import { createSignUpBody, signUpShopper } from '../../support/api-shopper.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { fillSignUpForm } from '../../support/sign-up-form.ts';
import { says } from '../specification.ts';

/** Tests the calls around accounts, made by the app's screens and answered by the shop. */
export function accountCalls(phone: SimulatedPhone): void {
  /** Waits for the first call of a kind and the shop's answer to it. */
  const answered = async (call: string) => {
    await waitFor(() => expect(phone.line.sentTo(call)[0]?.answer).toBeDefined());
    const [sent] = phone.line.sentTo(call);
    return { body: sent?.body, status: sent?.answer?.status, reply: sent?.answer?.body ?? {} };
  };

  describe('Every call', () => {
    test(says("The base is the provider's API under /api/."), async () => {
      await phone.member();
      for (const path of ['/', '/account', '/cart', '/wallet', '/referral']) {
        await phone.open(path);
        await waitFor(() => expect(phone.line.sent.length).toBeGreaterThan(0));
      }
      await waitFor(() => expect(phone.line.sentTo('GET /api/referral/info').length).toBeGreaterThan(0));
      // Only this file, by which the app tests its connection, is no call of the API.
      const calls = phone.line.sent.map(({ call }) => call).filter((call) => call !== 'GET /ping.txt');
      expect(calls.filter((call) => !/^[A-Z]+ \/api\//.test(call))).toEqual([]);
    });

    test(says('Authenticated calls send the Bearer header and JSON headers.'), async () => {
      const { token } = await phone.member();
      await phone.open('/edit-profile');
      fillLabelledField('Full name', 'Ada Eze');
      tapControl('Save changes');
      await answered('PATCH /api/auth/update-name');
      expect(phone.line.sentTo('PATCH /api/auth/update-name')[0]?.headers).toMatchObject({
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      });
    });

    test(says('An X-XSRF-TOKEN header is sent when an XSRF-TOKEN cookie exists.'), async () => {
      await phone.open('/');
      await waitFor(() => expect(phone.line.sentTo('GET /api/products/')).toHaveLength(1));
      expect(phone.line.sent[0]?.headers).not.toHaveProperty('x-xsrf-token');
      const { cookies } = await phone.member();
      expect(cookies['XSRF-TOKEN']).toMatch(/.{20}/);
      await phone.open('/wallet');
      await waitFor(() => expect(phone.line.sentTo('GET /api/wallet').length).toBeGreaterThan(0));
      expect(phone.line.sentTo('GET /api/wallet')[0]?.headers['x-xsrf-token']).toBe(cookies['XSRF-TOKEN']);
    });

    test(says('Some paths below are written without the /api prefix as they appear.'), async () => {
      const shopper = await signUpShopper(phone.api);
      const { token, password } = shopper;
      const [news] = await phone.api.db.query<{ id: string }>(
        `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
         VALUES ($1, 'news', 'info', 'system', 'News', 'News') RETURNING id`,
        [shopper.id],
      );
      const statusOf = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
        (await phone.api.call({ method, url, token, ...(body && { body }) })).status;
      const id = randomUUID();
      const keys = { currentPassword: password, newSecretRecoveryKey: 'another key' };
      // A refusal for its content shows that the address exists.
      expect(await statusOf('POST', '/auth/refresh', {})).not.toBe(404);
      expect(await statusOf('PATCH', '/auth/update-recovery-key', keys)).toBe(200);
      expect(await statusOf('PATCH', '/cart/update-quantity', { productId: id, quantity: 1 })).toBe(400);
      expect(await statusOf('DELETE', `/cart/remove/${id}`)).not.toBe(404);
      expect(await statusOf('GET', '/notifications')).toBe(200);
      expect(await statusOf('GET', '/notifications/unread-count')).toBe(200);
      expect(await statusOf('PATCH', '/notifications/mark-all-read', {})).toBe(200);
      expect(await statusOf('PATCH', `/notifications/${news?.id}/read`, {})).toBe(200);
      expect(await statusOf('DELETE', `/notifications/${news?.id}`)).toBe(200);
      expect(await statusOf('DELETE', '/notifications/clear-all')).toBe(200);
    });
  });

  test(says('POST /auth/refresh | empty JSON body | accessToken'), async () => {
    const shopper = await phone.member();
    const name = 'Renamed Elsewhere';
    const { token } = shopper;
    await phone.api.call({ method: 'PATCH', url: '/api/auth/update-name', token, body: { name } });
    phone.signIn({ ...shopper, token: 'expired' });
    await phone.open('/wallet');
    const { body, status, reply } = await answered('POST /api/auth/refresh');
    expect([body, status]).toEqual([{}, 200]);
    expect(reply.accessToken).toMatch(/^[^ ]+\.[^ ]+\.[^ ]+$/);
    await waitFor(() => expect(localStorage.getItem('token')).toBe(reply.accessToken));
    // Only the server knows what the shopper's other phone has changed.
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: shopper.id, name });
  });

  test(
    says(
      'POST /api/auth/login | email, password, platform | the response becomes the session (fields not shown); message on error',
    ),
    async () => {
      const { email, password, id } = await signUpShopper(phone.api);
      await phone.open('/signin');
      fillLabelledField('Email', email);
      fillLabelledField('Password', 'wrong horse');
      tapControl('Sign in');
      expect(await screen.findByText('Invalid email or password')).toBeDefined();
      expect(phone.line.sentTo('POST /api/auth/login')[0]?.answer?.body.message).toBe(
        'Invalid email or password',
      );
      fillLabelledField('Password', password);
      tapControl('Sign in');
      await waitFor(() => expect(localStorage.getItem('token')).not.toBeNull());
      const sent = phone.line.sentTo('POST /api/auth/login')[1];
      expect(sent?.body).toEqual({ email, password, platform: 'web' });
      expect(localStorage.getItem('token')).toBe(sent?.answer?.body.token);
      expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(sent?.answer?.body.user);
      expect(sent?.answer?.body.user).toMatchObject({ id, email });
    },
  );

  test(
    says(
      'POST /api/auth/signup | email, password, name, referralCode, phone, secretRecoveryKey, platform | 201 returns user data, saved in auth state',
    ),
    async () => {
      const person = createSignUpBody();
      await phone.open('/register?ref=FRIEND00');
      fillSignUpForm(person);
      tapControl('Sign up');
      const { body, status, reply } = await answered('POST /api/auth/signup');
      expect(body).toEqual({ ...person, referralCode: 'FRIEND00', platform: 'web' });
      expect(status).toBe(201);
      await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? 'null')).toEqual(reply.user));
      expect(reply.user).toMatchObject({ name: person.name, email: person.email, phone: person.phone });
    },
  );

  test(says('POST /api/auth/verify-recovery-key | email, secretRecoveryKey | resetToken'), async () => {
    const { email, recoveryKey } = await signUpShopper(phone.api);
    await phone.open('/forgot-password');
    fillLabelledField('Email', email);
    fillLabelledField('Secret recovery key', recoveryKey);
    tapControl('Verify key');
    const { body, status, reply } = await answered('POST /api/auth/verify-recovery-key');
    expect([body, status]).toEqual([{ email, secretRecoveryKey: recoveryKey }, 200]);
    expect(reply.resetToken).toMatch(/^\S{20,}$/);
  });

  test(says('POST /api/auth/reset-password | resetToken, newPassword | not shown'), async () => {
    const { email, recoveryKey } = await signUpShopper(phone.api);
    await phone.open('/forgot-password');
    fillLabelledField('Email', email);
    fillLabelledField('Secret recovery key', recoveryKey);
    tapControl('Verify key');
    const { reply: verified } = await answered('POST /api/auth/verify-recovery-key');
    await screen.findByLabelText('New password', { selector: 'input' });
    fillLabelledField('New password', 'new horse');
    fillLabelledField('Confirm new password', 'new horse');
    tapControl('Reset password');
    const { body, status } = await answered('POST /api/auth/reset-password');
    expect([body, status]).toEqual([{ resetToken: verified.resetToken, newPassword: 'new horse' }, 200]);
    const login = { email, password: 'new horse', platform: 'web' };
    const signedIn = await phone.api.call({ method: 'POST', url: '/api/auth/login', body: login });
    expect(signedIn.status).toBe(200);
  });

  test(says('POST /api/auth/request-recovery-key-reset | email, phone, reason | not shown'), async () => {
    const { email, phone: number } = await signUpShopper(phone.api);
    await phone.open('/forgot-password');
    tapControl('Request a key reset');
    fillLabelledField('Email', email);
    fillLabelledField('WhatsApp number', number);
    fillLabelledField('Reason', 'Lost it');
    tapControl('Send request');
    const { body, status } = await answered('POST /api/auth/request-recovery-key-reset');
    expect([body, status]).toEqual([{ email, phone: number, reason: 'Lost it' }, 200]);
  });

  test(
    says('POST /api/auth/use-temporary-recovery-key | email, temporaryKey, newRecoveryKey | message'),
    async () => {
      const { email, phone: number } = await signUpShopper(phone.api);
      const temporaryKey = await requestAndApproveRecovery(phone.api, { email, phone: number });
      await phone.open('/use-temporary-recovery-key');
      fillLabelledField('Email', email);
      fillLabelledField('Temporary key', temporaryKey);
      fillLabelledField('New recovery key', 'another market day');
      fillLabelledField('Confirm new recovery key', 'another market day');
      tapControl('Set new recovery key');
      const { body, status, reply } = await answered('POST /api/auth/use-temporary-recovery-key');
      expect([body, status]).toEqual([{ email, temporaryKey, newRecoveryKey: 'another market day' }, 200]);
      expect(reply.message).toBe('Recovery key updated successfully');
    },
  );

  test(
    says('PATCH /auth/update-recovery-key (authenticated) | currentPassword, newSecretRecoveryKey | message'),
    async () => {
      const { token, password } = await phone.member();
      await phone.open('/edit-profile');
      fillLabelledField('Current password', password);
      fillLabelledField('New recovery key', 'another market day');
      tapControl('Update key');
      const { body, status, reply } = await answered('PATCH /api/auth/update-recovery-key');
      expect(body).toEqual({ currentPassword: password, newSecretRecoveryKey: 'another market day' });
      expect([status, reply.message]).toEqual([200, 'Recovery key updated successfully']);
      const bare = { method: 'PATCH', url: '/auth/update-recovery-key' } as const;
      expect((await phone.api.call({ ...bare, body: body as object })).status).toBe(401);
      expect((await phone.api.call({ ...bare, token, body: body as object })).status).toBe(200);
    },
  );

  test(
    says('PATCH /api/auth/update-name (authenticated) | name | 200 returns user, then goes to /account'),
    async () => {
      const { id } = await phone.member();
      await phone.open('/edit-profile');
      fillLabelledField('Full name', 'Ada Eze');
      tapControl('Save changes');
      const { body, status, reply } = await answered('PATCH /api/auth/update-name');
      expect([body, status]).toEqual([{ name: 'Ada Eze' }, 200]);
      expect(reply.user).toMatchObject({ id, name: 'Ada Eze' });
      await waitFor(() => expect(location.pathname).toBe('/account'));
      const bare = { method: 'PATCH', url: '/api/auth/update-name', body: { name: 'Eve' } } as const;
      expect((await phone.api.call(bare)).status).toBe(401);
    },
  );

  test(says('The logout call is not shown.'), async () => {
    const { token } = await phone.member();
    await phone.open('/about');
    tapControl('Menu');
    tapControl('Logout');
    const { body, status } = await answered('POST /api/auth/logout');
    expect([body, status]).toEqual([{}, 200]);
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    const refreshed = await phone.api.call({ method: 'POST', url: '/auth/refresh', token, body: {} });
    expect(refreshed.status).not.toBe(200);
  });
}

import { act, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { useSession } from '../../../src/lib/session/session.ts';
import { type SignedUpApiShopper, signUpShopper } from '../../support/api-shopper.ts';
import { createErrorBody } from '../../support/error-body.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

/** Tests the session from the start of the app to its end. */
export function sessionStates(phone: SimulatedPhone): void {
  const stored = () => [localStorage.getItem('token'), localStorage.getItem('user')];
  const store = (token: string | null, user: string | null) => {
    if (token !== null) localStorage.setItem('token', token);
    if (user !== null) localStorage.setItem('user', user);
  };
  let starts = 0;
  /** Loads the session module as an app that starts now, with what the phone has stored. */
  const startApp = async () => {
    starts += 1;
    const address = `../../../src/lib/session/session.ts?start=${starts}`;
    return (await import(/* @vite-ignore */ address)) as typeof import('../../../src/lib/session/session.ts');
  };
  const signInByForm = async (): Promise<SignedUpApiShopper> => {
    const shopper = await signUpShopper(phone.api);
    await phone.open('/signin');
    fillLabelledField('Email', shopper.email);
    fillLabelledField('Password', shopper.password);
    tapControl('Sign in');
    await waitFor(() => expect(location.pathname).toBe('/'));
    return shopper;
  };

  describe('Session', () => {
    test(says('Initially nothing is known.'), () => {
      store('a.b.c', JSON.stringify({ id: 'me', name: 'Ada' }));
      const Probe = () => <i>{JSON.stringify(useSession())}</i>;
      // The first render must be the same on the server and in the browser, so it cannot use what the phone has stored.
      expect(renderToString(<Probe />)).toBe('<i>{&quot;status&quot;:&quot;undetermined&quot;}</i>');
    });

    test(
      says('At start, with both a stored token and user, the session is restored as authenticated.'),
      async () => {
        store('raw-token', JSON.stringify({ id: 'me', name: 'Ada Obi' }));
        const { getSession } = await startApp();
        expect(getSession()).toEqual({
          status: 'member',
          token: 'raw-token',
          user: { id: 'me', name: 'Ada Obi' },
        });
      },
    );

    test(says('If one is missing, isAuthenticated becomes false.'), async () => {
      store('raw-token', null);
      expect((await startApp()).getSession().status).toBe('visitor');
      localStorage.clear();
      store(null, JSON.stringify({ id: 'me' }));
      expect((await startApp()).getSession().status).toBe('visitor');
    });

    test(says('If the stored data cannot be parsed, the user is logged out and sent to /.'), async () => {
      store('raw-token', '{broken');
      const fresh = await startApp();
      const ends: string[] = [];
      expect(fresh.getSession().status).toBe('visitor');
      fresh.onSessionEnd((why) => ends.push(why));
      expect(ends).toEqual(['unreadable']);
      expect(stored()).toEqual([null, null]);

      await phone.member();
      await phone.open('/account');
      await screen.findByRole('heading', { name: 'Your Group Buys' });
      localStorage.setItem('user', '{broken');
      act(() => void dispatchEvent(new Event('pageshow')));
      await waitFor(() => expect(location.pathname).toBe('/'));
      expect(stored()).toEqual([null, null]);
    });

    test(says('Login stores the token and user, and sets accessToken to the Bearer form.'), async () => {
      const shopper = await signInByForm();
      const [token, user] = stored();
      expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(JSON.parse(user ?? '')).toMatchObject({ id: shopper.id, name: 'Ada Obi', email: shopper.email });
      await phone.open('/wallet');
      await waitFor(() => expect(phone.line.sentTo('GET /api/wallet')).not.toEqual([]));
      expect(phone.line.sentTo('GET /api/wallet')[0]?.headers.authorization).toBe(`Bearer ${token}`);
    });

    test(says('A profile update merges the supplied fields into the stored profile.'), async () => {
      await phone.member();
      const before = JSON.parse(localStorage.getItem('user') ?? '');
      await phone.open('/edit-profile');
      fillLabelledField('Full name', 'Ada Eze');
      tapControl('Save changes');
      await waitFor(() => expect(location.pathname).toBe('/account'));
      expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ ...before, name: 'Ada Eze' });
    });

    test(
      says('Logout sets isAuthenticated false, clears token and profile, and removes both storage entries.'),
      async () => {
        await signInByForm();
        expect(stored()).not.toContain(null);
        tapControl('Menu');
        tapControl('Logout');
        await waitFor(() => expect(stored()).toEqual([null, null]));
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        tapControl('Menu');
        expect(screen.getByRole('link', { name: 'Login' })).toBeDefined();
        expect(screen.queryByRole('link', { name: 'My Account' })).toBeNull();
        expect(document.documentElement.dataset.session).toBeUndefined();
        await waitFor(() => expect(phone.line.sentTo('POST /api/auth/logout')).toHaveLength(1));
      },
    );

    test(
      says('A 401 on any call triggers one token refresh and one retry with the new token stored.'),
      async () => {
        await signInByForm();
        const [head, body] = (localStorage.getItem('token') ?? '').split('.');
        const old = `${head}.${body}.AAAA`;
        localStorage.setItem('token', old);
        await phone.open('/wallet');
        await screen.findByRole('heading', { name: 'Transaction History' });
        const tries = phone.line.sentTo('GET /api/wallet');
        const token = localStorage.getItem('token');
        expect(token).not.toBe(old);
        expect(phone.line.sentTo('POST /api/auth/refresh')).toHaveLength(1);
        expect(tries.map(({ headers }) => headers.authorization)).toEqual([
          `Bearer ${old}`,
          `Bearer ${token}`,
        ]);
        let refreshes = 1;
        for (const [path, call] of [
          ['/account', 'GET /api/group/my-groups'],
          ['/referral', 'GET /api/referral/info'],
          ['/cart', 'GET /api/cart'],
        ] as const) {
          refreshes += 1;
          localStorage.setItem('token', old);
          // The cache is cleared, so that the page must make its call.
          phone.queryClient.clear();
          const before = phone.line.sentTo(call).length;
          await phone.open(path);
          // A call that the page cancelled has no answer.
          const answers = () =>
            phone.line
              .sentTo(call)
              .slice(before)
              .flatMap(({ answer }) => (answer ? [answer.status === 401] : []));
          await waitFor(() => expect(answers().at(-1)).toBe(false));
          expect(answers()).toContain(true);
          expect(phone.line.sentTo('POST /api/auth/refresh')).toHaveLength(refreshes);
        }
      },
    );

    test(says('If the refresh fails: logout and go to /.'), async () => {
      await phone.member();
      phone.line.fail('POST /api/auth/refresh', { status: 401, body: createErrorBody('unauthorized') });
      phone.line.fail('GET /api/wallet', { status: 401, body: createErrorBody('unauthorized') });
      await phone.open('/wallet');
      await waitFor(() => expect(location.pathname).toBe('/'));
      expect(stored()).toEqual([null, null]);
      expect(phone.line.sentTo('POST /api/auth/refresh')).toHaveLength(1);
    });
  });
}

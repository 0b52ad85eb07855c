import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { renderScreenWithoutApp } from '../../../../tests/support/screen-alone.tsx';
import { SignedOutCardReturnRedirect } from './SignedOutCardReturnRedirect.tsx';

test.each(['gb-1', null])(
  'a return of %j that finds nobody signed in leads to the sign-in, which says why',
  async (reference) => {
    const { place } = renderScreenWithoutApp(
      <SignedOutCardReturnRedirect returned={{ reference, hint: 'success' }} />,
      {
        at: '/cart',
      },
    );
    await vi.waitFor(() => expect(place.pathname).toBe('/signin'));
    expect(place.state).toEqual({
      message: 'Sign in to see the result of your payment.',
      payment_return: true,
    });
  },
);

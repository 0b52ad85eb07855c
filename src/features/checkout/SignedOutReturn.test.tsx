import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { showAlone } from '../../../tests/support/screen-alone.tsx';
import { SignedOutReturn } from './SignedOutReturn.tsx';

test.each(['gb-1', null])(
  'a return of %j that finds nobody signed in leads to the sign-in, which says why',
  async (reference) => {
    const { place } = showAlone(<SignedOutReturn returned={{ reference, hint: 'success' }} />, {
      at: '/cart',
    });
    await vi.waitFor(() => expect(place.pathname).toBe('/signin'));
    expect(place.state).toEqual({
      message: 'Sign in to see the result of your payment.',
      payment_return: true,
    });
  },
);

import { beforeEach, expect, test } from 'vitest';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  signInWithoutApp,
} from '../../tests/support/screen-alone.tsx';
import { endSession } from '../lib/session/session.ts';
import AccountRoute from './AccountRoute.tsx';
import CartRoute from './CartRoute.tsx';
import CheckoutRoute from './CheckoutRoute.tsx';
import EditProfileRoute from './EditProfileRoute.tsx';
import ForgotPasswordRoute from './ForgotPasswordRoute.tsx';
import ProductRoute from './ProductRoute.tsx';
import ReferralRoute from './ReferralRoute.tsx';
import SignInRoute from './SignInRoute.tsx';
import WalletRoute from './WalletRoute.tsx';

// Nothing is known yet: the title is there before the data.
beforeEach(() => void installScriptedApi({}));
const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);

test.each([
  ['My Account', AccountRoute, ['Ada Obi']],
  ['Edit Profile', EditProfileRoute, ['Edit Profile']],
  ['Cart', CartRoute, ['Cart']],
  ['Checkout', CheckoutRoute, ['Checkout']],
  ['My Wallet', WalletRoute, ['My Wallet']],
  ['Referral Program', ReferralRoute, ['Referral Program']],
])('a member’s page is called %s', (title, Page, headed) => {
  signInWithoutApp();
  renderScreenWithoutApp(<Page />);
  expect(document.title).toBe(`${title} · Ajora`);
  expect(headings()).toEqual(headed);
});

test.each([
  ['Sign in', SignInRoute, ['Sign in to your account']],
  ['Forgot password', ForgotPasswordRoute, ['Forgot your password?']],
  ['Product', ProductRoute, ['Product']],
])('a visitor’s page is called %s', (title, Page, headed) => {
  endSession('signed-out');
  renderScreenWithoutApp(<Page />);
  expect(document.title).toBe(`${title} · Ajora`);
  expect(headings()).toEqual(headed);
});

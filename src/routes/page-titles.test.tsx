import { beforeEach, expect, test } from 'vitest';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  signInWithoutApp,
} from '../../tests/support/screen-alone.tsx';
import { endSession } from '../lib/session/session.ts';
import ForgotPasswordRoute from './guest/ForgotPasswordRoute.tsx';
import SignInRoute from './guest/SignInRoute.tsx';
import AccountRoute from './member/AccountRoute.tsx';
import CartRoute from './member/CartRoute.tsx';
import CheckoutRoute from './member/CheckoutRoute.tsx';
import EditProfileRoute from './member/EditProfileRoute.tsx';
import ReferralRoute from './member/ReferralRoute.tsx';
import WalletRoute from './member/WalletRoute.tsx';
import ProductRoute from './shop/ProductRoute.tsx';

// No data has arrived: the title must be there before it.
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

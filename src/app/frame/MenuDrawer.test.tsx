import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { endSession } from '../../lib/session/session.ts';
import MenuDrawer from './MenuDrawer.tsx';

afterEach(() => vi.unstubAllGlobals());

const EVERYBODY = ['Home /', 'About Us /about', 'Contact /contact'];

/** Opens the menu. @returns each link with its address. */
function open(): string[] {
  installScriptedApi({});
  renderScreenWithoutApp(<MenuDrawer onClose={() => {}} />, { at: '/' });
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  return menu.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
}

test('a visitor finds the way in', () => {
  endSession('signed-out');
  const forVisitors = ['Sign Up /register', 'Login /signin', 'Forgot Password /forgot-password'];
  expect(open()).toEqual([...EVERYBODY, ...forVisitors]);
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
});

test('a member finds what is theirs, and the way out', () => {
  signInWithoutApp();
  const forMembers = ['Cart /cart', 'My Account /account', 'Wallet /wallet', 'Referral Program /referral'];
  expect(open()).toEqual([...EVERYBODY, ...forMembers]);
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Close menu' })).toBeDefined();
});

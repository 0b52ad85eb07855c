import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../tests/support/begun-payment.ts';
import { testPayments } from '../../../tests/support/own-app.tsx';
import { renderScreenWithoutApp, signInWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { useHasOrdered } from '../checkout/payment/use-has-ordered.ts';
import { InstallPrompt } from './InstallPrompt.tsx';
import {
  canShowIphoneInstallPrompt,
  captureInstallPromptEvent,
  isInstallPromptSnoozed,
} from './install-offer.ts';

function Prompt() {
  return <InstallPrompt hasOrdered={useHasOrdered()} />;
}

const DAY_MS = 24 * 60 * 60_000;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Mobile/15E148 Safari/604.1';

captureInstallPromptEvent();

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  // An installed app ends the browser's offer, so that no test keeps it.
  act(() => void dispatchEvent(new Event('appinstalled')));
  await act(() => testPayments.load(null));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Makes the shopper buy something and see the result. */
async function order(): Promise<void> {
  signInWithoutApp();
  await act(() => testPayments.load('ada'));
  const begun = await beginSamplePayment(testPayments);
  await act(() => testPayments.update(begun, { state: 'confirmed', acknowledged: true }));
}

/** Fires the event by which the browser offers to install the app. */
function offer(outcome: 'accepted' | 'dismissed') {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => ({ outcome })),
  });
  act(() => void dispatchEvent(event));
  return event;
}

function onPhone(userAgent: string): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
}

const words = () => screen.queryByRole('complementary', { name: 'Install' })?.textContent ?? '';

test('after an order the shop offers itself, and asks with the words of the browser', async () => {
  const event = offer('accepted');
  expect(event.defaultPrevented).toBe(true);
  renderScreenWithoutApp(<Prompt />);
  expect(words()).toBe('');
  await order();
  expect(words()).toBe('Install AjoraOpens fast, works with poor network, uses little data.Not nowInstall');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(event.prompt).toHaveBeenCalledTimes(1);
  expect(words()).toBe('');
  expect(isInstallPromptSnoozed(Date.now())).toBe(false);
});

test('who says no to the browser is left alone for thirty days', async () => {
  offer('dismissed');
  await order();
  renderScreenWithoutApp(<Prompt />);
  const askedAtMs = Date.now();
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(isInstallPromptSnoozed(Date.now())).toBe(true));
  expect(isInstallPromptSnoozed(askedAtMs + 30 * DAY_MS - 1)).toBe(true);
  expect(isInstallPromptSnoozed(Date.now() + 30 * DAY_MS)).toBe(false);
});

test('who says not now is not asked again, on this page and the next', async () => {
  offer('accepted');
  await order();
  const first = renderScreenWithoutApp(<Prompt />);
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(words()).toBe('');
  first.unmount();
  renderScreenWithoutApp(<Prompt />);
  expect(words()).toBe('');
});

test.each(['/cart', '/checkout'])('nothing is offered on %s', async (at) => {
  offer('accepted');
  await order();
  renderScreenWithoutApp(<Prompt />, { at });
  expect(words()).toBe('');
});

test('without an order nothing is offered, nor without an offer of the browser', async () => {
  offer('accepted');
  renderScreenWithoutApp(<Prompt />).unmount();
  expect(words()).toBe('');
  act(() => void dispatchEvent(new Event('appinstalled')));
  await order();
  renderScreenWithoutApp(<Prompt />);
  expect(words()).toBe('');
});

test('an iPhone is told how at its second visit, an hour after the first', () => {
  onPhone(IPHONE);
  const now = Date.now();
  expect(canShowIphoneInstallPrompt(now)).toBe(false);
  expect(canShowIphoneInstallPrompt(now + 59 * 60_000)).toBe(false);
  expect(canShowIphoneInstallPrompt(now + 60 * 60_000)).toBe(true);
  vi.setSystemTime(now + 60 * 60_000);
  renderScreenWithoutApp(<Prompt />, { shop: null });
  vi.useRealTimers();
  expect(words()).toBe(
    'Install the shopTap Share, then Add to Home Screen. Opens fast, works with poor network, uses little data.Not now',
  );
});

test.each([
  ['another phone', 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Safari/537.36'],
  ['another browser on it', IPHONE.replace('Version/17.0', 'CriOS/120.0')],
])('%s gets no such hint', (_, userAgent) => {
  onPhone(userAgent);
  canShowIphoneInstallPrompt(0);
  expect(canShowIphoneInstallPrompt(DAY_MS)).toBe(false);
});

test('an installed shop gives no hint', () => {
  onPhone(IPHONE);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)' }));
  canShowIphoneInstallPrompt(0);
  expect(canShowIphoneInstallPrompt(DAY_MS)).toBe(false);
});

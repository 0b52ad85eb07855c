import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPayments } from '../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleShopConfig,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { useHasOrdered } from '../checkout/payment/use-has-ordered.ts';
import { isInstallPromptSnoozed, snoozeInstallPrompt } from './install-offer.ts';
import { PushPrompt } from './PushPrompt.tsx';
import { unsubscribeFromPush } from './push-offer.ts';

function Prompt() {
  return <PushPrompt hasOrdered={useHasOrdered()} />;
}

const KEYS = { p256dh: 'p', auth: 'a' };
const script: ScriptedApiRoutes = {
  'GET /api/push/key': () => ({ json: { success: true, key: 'shop-key' } }),
  'POST /api/push/subscription': () => ({ json: { success: true } }),
};

let subscription: { endpoint: string; toJSON(): object; unsubscribe(): Promise<boolean> } | null;
let asked: unknown[];

function subscribed(endpoint: string) {
  return {
    endpoint,
    toJSON: () => ({ endpoint, keys: KEYS }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
}

beforeEach(async () => {
  localStorage.clear();
  subscription = null;
  asked = [];
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (options: unknown) => {
      asked.push(options);
      subscription = subscribed('https://push.example/1');
      return subscription;
    },
  };
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  });
  signInWithoutApp();
  await testPayments.load('ada');
  const purchase = { userId: 'ada', cartId: 'c', method: 'flutterwave_only', walletUse: 0, totalAmount: 1 };
  const answer = await testPayments.begin({ ...purchase, supersedes: null } as never);
  if ('attempt' in answer)
    await testPayments.update(answer.attempt, { state: 'confirmed', acknowledged: true });
});
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await act(() => testPayments.load(null));
  vi.unstubAllGlobals();
});

const prompt = () => screen.findByRole('complementary', { name: 'Notifications on this phone' });
const isGone = () => waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
/** Lets the phone find out whether it can receive notifications. */
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));

test('after an order the phone offers to tell the news, and subscribes with a tap', async () => {
  const sent = installScriptedApi(script);
  renderScreenWithoutApp(<Prompt />);
  expect((await prompt()).textContent).toBe(
    'Know when your group is fullGet updates about your payments, groups and pickups on this phone.Not nowTurn on',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await isGone();
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'shop-key' }]);
  expect(sent.at(-1)?.body).toEqual({ endpoint: 'https://push.example/1', keys: KEYS });
  expect(isInstallPromptSnoozed(Date.now())).toBe(false);
  await unsubscribeFromPush();
  expect(subscription).toBeNull();
});

test('who says not now, or no to the browser, is left alone', async () => {
  installScriptedApi(script);
  const first = renderScreenWithoutApp(<Prompt />);
  await prompt();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await isGone();
  expect(isInstallPromptSnoozed(Date.now())).toBe(true);
  first.unmount();
  localStorage.removeItem('installHintUntil');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'denied' });
  renderScreenWithoutApp(<Prompt />);
  await prompt();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await isGone();
  expect(isInstallPromptSnoozed(Date.now())).toBe(true);
  expect(asked).toEqual([]);
});

test('when the shop does not take it the phone says so, and keeps no subscription', async () => {
  let answer: (reply: { status: number; json: object }) => void = () => undefined;
  const sent = installScriptedApi({
    ...script,
    'POST /api/push/subscription': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  renderScreenWithoutApp(<Prompt />);
  await prompt();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Asking...')).toBeDefined();
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/push/subscription'));
  expect(subscription).not.toBeNull();
  answer({ status: 500, json: { success: false } });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Notifications could not be turned on. Please try again.',
  );
  expect(subscription).toBeNull();
});

test('when its answer is lost the subscription stays, and the next tap tells it under the same key', async () => {
  let tries = 0;
  const sent = installScriptedApi({
    ...script,
    'POST /api/push/subscription': () => {
      tries += 1;
      return tries === 1 ? 'lost' : { json: { success: true } };
    },
  });
  renderScreenWithoutApp(<Prompt />);
  await prompt();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByRole('alert');
  expect(subscription).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await isGone();
  const told = sent.filter(({ path }) => path === '/api/push/subscription');
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({ key: told[0]?.key, body: told[0]?.body });
});

const held = { endpoint: 'https://push.example/1', toJSON: () => ({}), unsubscribe: async () => true };
test.each([
  ['that may not show notifications', () => void vi.stubGlobal('Notification', { permission: 'denied' })],
  [
    'that takes them already',
    () => {
      subscription = held;
    },
  ],
  ['of a shopper who said not now', () => snoozeInstallPrompt(Date.now())],
])('nothing is offered on a phone %s', async (_, prepare) => {
  prepare();
  renderScreenWithoutApp(<Prompt />);
  await settle();
  expect(screen.queryByRole('complementary')).toBeNull();
});

test.each(['/cart', '/checkout'])('nothing is offered on %s', async (at) => {
  renderScreenWithoutApp(<Prompt />, { at });
  await settle();
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('nothing is offered where the shop has no key', async () => {
  renderScreenWithoutApp(<Prompt />, { shop: { ...sampleShopConfig, pushKey: null } });
  await settle();
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('nothing is offered before an order', async () => {
  await act(() => testPayments.load('bola'));
  renderScreenWithoutApp(<Prompt />);
  await settle();
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('the browser asks for the permission at the tap, and not before', async () => {
  installScriptedApi(script);
  const requestPermission = vi.fn(async () => 'granted');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  renderScreenWithoutApp(<Prompt />);
  await prompt();
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(requestPermission).toHaveBeenCalledTimes(1);
  await isGone();
});

test('a subscription that was lost is offered again, also without an order on this phone', async () => {
  await act(() => testPayments.load('bola'));
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  const sent = installScriptedApi(script);
  renderScreenWithoutApp(<Prompt />);
  await prompt();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await isGone();
  expect(sent.at(-1)?.path).toBe('/api/push/subscription');
});

test('an address that the browser has changed is told to the shop, once', async () => {
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  const sent = installScriptedApi(script);
  const told = () => sent.filter(({ path }) => path === '/api/push/subscription').map(({ body }) => body);
  subscription = subscribed('https://push.example/2');
  const first = renderScreenWithoutApp(<Prompt />);
  await waitFor(() => expect(told()).toEqual([{ endpoint: 'https://push.example/2', keys: KEYS }]));
  await settle();
  first.unmount();
  renderScreenWithoutApp(<Prompt />);
  await settle();
  expect(told()).toHaveLength(1);
  await unsubscribeFromPush();
  expect(localStorage.getItem('pushEndpoint')).toBeNull();
});

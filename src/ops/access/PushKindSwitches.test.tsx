import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { PushKindSwitches } from './PushKindSwitches.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function open(permission: NotificationPermission) {
  const json = { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'p', auth: 'a' } };
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON: () => json }) };
  const registration = { pushManager };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: async () => registration, ready: Promise.resolve(registration) },
  });
  let saved = 0;
  installScriptedApi({
    'GET /api/push/key': () => ({ json: { success: true, key: 'k' } }),
    'POST /api/ops/access/push': () => {
      saved += 1;
      return { json: { success: true, data: {} } };
    },
  });
  renderScreenWithoutApp(<PushKindSwitches name="bisi" may={['order list', 'alarm list']} />);
  return () => saved;
}

test('a switch is offered for what the role may see, and is remembered on this device', async () => {
  const saved = open('granted');
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  fireEvent.click(screen.getByRole('checkbox', { name: 'New orders' }));
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'New orders' })).toHaveProperty('checked', true),
  );
  expect(saved()).toBe(1);
  expect(JSON.parse(localStorage.getItem('ops-push') ?? '')).toEqual({ name: 'bisi', kinds: ['sale'] });
});

test('a refused permission is said, and nothing is switched on', async () => {
  const saved = open('denied');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alarms' }));
  await screen.findByText(/^This browser does not allow notifications/);
  expect(screen.getByRole('checkbox', { name: 'Alarms' })).toHaveProperty('checked', false);
  expect(saved()).toBe(0);
});

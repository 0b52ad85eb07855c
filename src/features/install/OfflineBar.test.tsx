import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox, TestAppServicesProvider } from '../../../tests/support/own-app.tsx';
import { signInWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { AppServices, AppServicesContext } from '../../lib/react/services.ts';
import { endSession } from '../../lib/session/session.ts';
import OfflineStatusBar from './OfflineBar.tsx';

const HOUR_MS = 60 * 60_000;

function Screen() {
  useQuery({ queryKey: ['public', 'products'], queryFn: () => new Promise(() => {}), staleTime: 60_000 });
  return null;
}

function draw(savedAtMs = Date.now()) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['public', 'products'], [], { updatedAt: savedAtMs });
  render(
    <QueryClientProvider client={queryClient}>
      <OfflineStatusBar />
      <Screen />
    </QueryClientProvider>,
    { wrapper: TestAppServicesProvider },
  );
  return queryClient;
}

const wait = (timeMs: number) => act(() => vi.advanceTimersByTimeAsync(timeMs));
const words = () => screen.queryByRole('status')?.textContent ?? '';

beforeEach(() => {
  vi.useFakeTimers();
  onlineManager.setOnline(true);
});
afterEach(() => {
  outbox.view.show([]);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

test('says nothing while all is well', async () => {
  draw();
  await wait(3_000);
  expect(words()).toBe('');
});

test('tells of a lost line after a second, and not of a flap', async () => {
  draw();
  act(() => onlineManager.setOnline(false));
  await wait(900);
  expect(words()).toBe('');
  act(() => onlineManager.setOnline(true));
  await wait(5_000);
  expect(words()).toBe('');
  act(() => onlineManager.setOnline(false));
  await wait(1_100);
  expect(words()).toBe("You're offline. Showing saved data");
});

test('dates what was restored, until the answer is there', async () => {
  const queryClient = draw(Date.now() - 3 * HOUR_MS);
  await wait(1_100);
  expect(words()).toBe('Updated 3h ago');
  act(() => void queryClient.setQueryData(['public', 'products'], []));
  await wait(1_100);
  expect(words()).toBe('');
});

test('says nothing of a change that a working connection takes at once, and tells of one that it does not', async () => {
  draw();
  act(() => outbox.view.show([{ id: 'a', userId: 'ada', scope: 'cart', type: 'cart.add' } as never]));
  await wait(3_900);
  expect(words()).toBe('');
  await wait(200);
  expect(words()).toBe('1 change not sent yet');
});

test('counts the changes that wait for a connection', async () => {
  draw();
  act(() => onlineManager.setOnline(false));
  const command = { id: 'a', userId: 'ada', scope: 'cart', type: 'cart.remove' } as never;
  act(() => outbox.view.show([command, command]));
  await wait(1_100);
  expect(words()).toContain('2 changes not sent yet');
  act(() => outbox.view.show([command]));
  await wait(1_100);
  expect(words()).toContain('1 change not sent yet');
});

test('says to a member, and to nobody else, that the phone saves nothing', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const services = new AppServices();
  render(
    <AppServicesContext value={services}>
      <QueryClientProvider client={new QueryClient()}>
        <OfflineStatusBar />
      </QueryClientProvider>
    </AppServicesContext>,
  );
  await wait(1_100);
  expect(words()).toBe('');
  act(() => signInWithoutApp());
  await wait(1_100);
  expect(words()).toBe('This phone cannot save data. Stay online');
  act(() => endSession('signed-out'));
  vi.unstubAllGlobals();
});

test('grows older while the line is gone', async () => {
  draw();
  act(() => onlineManager.setOnline(false));
  await wait(90_000);
  expect(words()).toContain('Updated 1m ago');
  await wait(600_000);
  expect(words()).toContain('Updated 11m ago');
});

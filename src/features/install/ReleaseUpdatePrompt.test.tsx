import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InMemoryLockManager, installLockManager } from '../../../tests/support/memory-locks.ts';
import {
  type FakeServiceWorker,
  FakeServiceWorkerContainer,
  installServiceWorkers,
} from '../../../tests/support/played-workers.ts';
import { AppServices, AppServicesContext } from '../../lib/react/services.ts';
import { createAppUpdater } from '../../offline/updates/updates.ts';
import { ReleaseUpdatePrompt } from './ReleaseUpdatePrompt.tsx';

let locks: InMemoryLockManager;
let workers: FakeServiceWorkerContainer;
let waiting: FakeServiceWorker;

beforeEach(() => {
  locks = installLockManager(new InMemoryLockManager());
  workers = installServiceWorkers(new FakeServiceWorkerContainer().withActive());
  vi.spyOn(location, 'reload').mockImplementation(() => undefined);
});
afterEach(() => {
  installServiceWorkers(null);
  installLockManager(null);
});

/** Opens a new page with its own app services. */
async function open(): Promise<void> {
  const services = new AppServices();
  cleanup();
  render(
    <AppServicesContext value={services}>
      <ReleaseUpdatePrompt />
    </AppServicesContext>,
  );
  await act(() => services.get(createAppUpdater).start());
}

/** Opens a page while a newer release waits. */
async function openWithOffer(): Promise<void> {
  waiting = workers.withWaiting();
  await open();
  await screen.findByText('New version ready');
}

const words = () => screen.queryByRole('status')?.textContent ?? '';
const tap = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('nothing is said while nothing waits', async () => {
  await open();
  expect(words()).toBe('');
});

test('a release that waits is offered with Later and Update', async () => {
  await openWithOffer();
  expect(words()).toBe('New version readyYour cart stays as it is.LaterUpdate');
});

test('Later takes the offer away, until the next start', async () => {
  await openWithOffer();
  await tap('Later');
  expect(words()).toBe('');
  expect(waiting.heard).toEqual([]);
  await openWithOffer();
  expect(words()).toContain('New version ready');
});

test('Update tells the release to take over', async () => {
  await openWithOffer();
  await tap('Update');
  await screen.findByText('Updating...');
  expect(waiting.heard).toEqual([{ type: 'SKIP_WAITING' }]);
  workers.takeOver(waiting);
  await waitFor(() => expect(location.reload).toHaveBeenCalled());
});

test('while somebody pays it says that it waits, and goes on when they are done', async () => {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  void locks.request('checkout-busy', { mode: 'shared' }, () => left);
  await openWithOffer();
  await tap('Update');
  await screen.findByText('Waiting for your payment...');
  expect(waiting.heard).toEqual([]);
  await act(async () => leave());
  await screen.findByText('Updating...');
  expect(waiting.heard).toEqual([{ type: 'SKIP_WAITING' }]);
});

import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeServiceWorkerContainer, installServiceWorkers } from '../../../tests/support/played-workers.ts';
import { renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { ServiceWorkerStarter } from './ServiceWorkerStarter.tsx';

afterEach(() => {
  cleanup();
  installServiceWorkers(null);
});

function Typed() {
  usePreventReloadWhileUnsaved(true);
  return null;
}

/** Taps a notification: the worker sends the page its address. @returns the page's answer. */
async function tapNotification(workers: FakeServiceWorkerContainer): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const data = { type: 'OPEN_PATH', path: '/account' };
  act(() => void workers.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] })));
  return await answered;
}

test('a tapped notification leads there, and the worker hears that it did', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const workers = installServiceWorkers(new FakeServiceWorkerContainer());
  const { place } = renderScreenWithoutApp(<ServiceWorkerStarter />);
  expect(await tapNotification(workers)).toBe(true);
  expect(place.pathname).toBe('/account');
});

test('a page in which something is typed stays, and the worker hears that it does', async () => {
  const workers = installServiceWorkers(new FakeServiceWorkerContainer());
  const { place } = renderScreenWithoutApp(<ServiceWorkerStarter />, { beside: <Typed /> });
  expect(await tapNotification(workers)).toBe(false);
  expect(place.pathname).toBe('/');
});

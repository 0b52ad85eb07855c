import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { giveWorkers, PlayedWorkers } from '../../tests/support/played-workers.ts';
import { showAlone } from '../../tests/support/screen-alone.tsx';
import { useUnsavedInput } from '../offline/updates/busy-reasons.ts';
import { OfflineService } from './OfflineService.tsx';

afterEach(() => {
  cleanup();
  giveWorkers(null);
});

function Typed() {
  useUnsavedInput(true);
  return null;
}

/** A notification is tapped: the worker says where it leads. @returns the page's answer. */
async function tapNotification(workers: PlayedWorkers): Promise<unknown> {
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
  const workers = giveWorkers(new PlayedWorkers());
  const { place } = showAlone(<OfflineService />);
  expect(await tapNotification(workers)).toBe(true);
  expect(place.pathname).toBe('/account');
});

test('a page in which something is typed stays, and the worker hears that it does', async () => {
  const workers = giveWorkers(new PlayedWorkers());
  const { place } = showAlone(<OfflineService />, { beside: <Typed /> });
  expect(await tapNotification(workers)).toBe(false);
  expect(place.pathname).toBe('/');
});

import { act, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { productsFamily } from '../features/product/product-keys.ts';
import { endSession, startSession } from '../lib/session.ts';
import { App } from './App.tsx';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  endSession('signed-out');
  vi.unstubAllGlobals();
});

test('a session that begins or ends draws none of the screens again', () => {
  // The screen asks for its data; here only how often it is drawn counts.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const queryClient = createQueryClient();
  // Each drawing of the list reads its options anew.
  const read = vi.spyOn(queryClient, 'defaultQueryOptions');
  const drawings = () =>
    read.mock.calls.filter(([{ queryKey }]) => queryKey?.includes(productsFamily.name)).length;
  render(
    <MemoryRouter initialEntries={['/']}>
      <App queryClient={queryClient} />
    </MemoryRouter>,
  );
  expect(drawings()).toBeGreaterThan(0);
  read.mockClear();
  act(() => startSession('t', { id: 'ada', name: 'Ada' } as User));
  act(() => endSession('signed-out'));
  expect(drawings()).toBe(0);
});

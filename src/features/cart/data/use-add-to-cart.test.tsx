import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { TestAppServicesProvider } from '../../../../tests/support/own-app.tsx';
import {
  recordToastRequests,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { useAddToCart } from './use-add-to-cart.ts';

afterEach(() => void vi.unstubAllGlobals());

const rice = {
  _id: 'rice',
  slug: 'rice',
  title: 'Rice',
  images: [],
  pictures: [],
  price: 100,
  basePrice: 120,
  sellingUnitsData: { baseUnitName: 'kg' },
} as unknown as Product;

test('an add that fails in the phone itself says so, and the button is free again', async () => {
  signInWithoutApp();
  startOutboxWithoutApp();
  const toasts = recordToastRequests();
  vi.stubGlobal('crypto', {
    getRandomValues: () => {
      throw new DOMException('no entropy', 'OperationError');
    },
  });
  const { result } = renderHook(() => useAddToCart(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <TestAppServicesProvider>
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      </TestAppServicesProvider>
    ),
  });
  const outcome = await act(() => result.current.add({ product: rice, unit: null, quantity: 1 }));
  expect(outcome).toBe(null);
  expect(result.current.isAdding).toBe(false);
  expect(toasts.map(({ message }) => message)).toEqual(['The cart could not be changed. Please try again.']);
});

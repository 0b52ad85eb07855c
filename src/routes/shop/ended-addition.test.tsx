import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { outbox, storage } from '../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiAnswer,
  sampleUser,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { MemberBackgroundServices } from '../../app/services/MemberBackgroundServices.tsx';
import ProductRoute from './ProductRoute.tsx';

const garri = {
  _id: 'garri',
  title: 'Yellow Garri',
  description: '',
  slug: 'garri',
  category: 'Grains',
  images: [],
  pictures: [],
  shareImage: null,
  price: 21_000,
  basePrice: 28_000,
  specifications: {},
  shareLink: '',
  sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
  minimumViableUnits: 500,
  soloEnabled: true,
  group: {
    groupId: null,
    status: 'active',
    progressPercentage: 0,
    spotsRemaining: 500,
    minimumViableUnits: 500,
    deadline: null,
  },
} as unknown as Product;

const GONE = 'This product is no longer available.';
const WAITS = "Will be added when you're back online";
const ADDED = 'Added to cart, hurry and checkout your product.';
const EMPTY_CART = { cartId: 'c1', items: [], totalPrice: 0, walletBalance: 0 };
const ACCEPTED: ScriptedApiAnswer = { json: { success: true, data: EMPTY_CART } };
const REFUSED = createScriptedRefusal(409, GONE, 'product_unavailable');

let isWithdrawn = false;

beforeEach(() => {
  isWithdrawn = false;
  signInWithoutApp();
});
afterEach(async () => {
  act(() => onlineManager.setOnline(true));
  await outbox.clear(sampleUser.id);
  await storage.removeAll('ob|');
});

/** Opens the product; the shop answers an addition as given, and withdraws the product if it refuses. */
async function openProduct(answer: ScriptedApiAnswer): Promise<void> {
  installScriptedApi({
    'GET /api/products/slug/garri': () =>
      isWithdrawn
        ? createScriptedRefusal(404, GONE, 'not_found')
        : { json: { success: true, data: garri, serverTime: '2026-11-20T08:00:00.000Z' } },
    'GET /api/cart': () => ({ json: EMPTY_CART }),
    'POST /api/cart/add': () => {
      isWithdrawn = answer === REFUSED;
      return answer;
    },
  });
  renderScreenWithoutApp(<ProductRoute />, {
    at: '/product/garri',
    route: '/product/:slug',
    beside: <MemberBackgroundServices />,
  });
  await screen.findByRole('heading', { level: 1, name: 'Yellow Garri' });
}

async function addToCart(): Promise<void> {
  await userEvent.click(screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement);
}

test('a product that the shop refuses to add is not offered any longer', async () => {
  const toasts = recordToastRequests();
  await openProduct(REFUSED);
  await addToCart();
  await vi.waitFor(() => expect(toasts.map(({ message }) => message)).toEqual([GONE]));
  expect((await screen.findByRole('alert')).textContent).toContain(GONE);
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
});

test('an addition that waits for a connection does not say "Pay now"', async () => {
  await openProduct(ACCEPTED);
  act(() => onlineManager.setOnline(false));
  await addToCart();
  await screen.findByRole('dialog', { name: WAITS });
  expect(screen.queryByText(/Pay now/)).toBeNull();
  expect(screen.getByText('Your spot is kept once you have paid.')).toBeDefined();
});

test('the dialog of an addition that waited says when it is in the cart', async () => {
  await openProduct(ACCEPTED);
  act(() => onlineManager.setOnline(false));
  await addToCart();
  await screen.findByRole('dialog', { name: WAITS });
  act(() => onlineManager.setOnline(true));
  await screen.findByRole('dialog', { name: ADDED });
  expect(screen.getByText('1 × Yellow Garri')).toBeDefined();
});

test('the dialog of an addition that waited closes when the shop refuses it', async () => {
  const toasts = recordToastRequests();
  await openProduct(REFUSED);
  act(() => onlineManager.setOnline(false));
  await addToCart();
  await screen.findByRole('dialog', { name: WAITS });
  act(() => onlineManager.setOnline(true));
  await vi.waitFor(() => expect(toasts.map(({ message }) => message)).toEqual([`Yellow Garri: ${GONE}`]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

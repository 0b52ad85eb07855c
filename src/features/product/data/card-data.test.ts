import { expect, test } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import {
  hasOnlyCardFields,
  hasProductWithOnlyCardFields,
  rebuildProductsFromCards,
  trimProductsToCards,
} from './card-data.ts';

const picture = (hash: string) => ({ hash, width: 1_200, height: 1_200, tone: 3 });

const rice: Product = {
  _id: 'rice',
  title: 'Rice',
  description: 'Long grains.',
  slug: 'rice',
  category: 'Grains',
  images: ['/pictures/a-640.webp'],
  pictures: [picture('a'), picture('b')],
  shareImage: '/share.jpg',
  price: 51_500,
  basePrice: 64_000,
  minPrice: 5_400,
  maxPrice: 51_500,
  minBasePrice: 6_700,
  maxBasePrice: 64_000,
  rating: 4.8,
  reviewCount: 44,
  specifications: { Weight: '50 kg' },
  shareLink: 'https://shop.example/rice',
  sellingUnitsData: { enabled: true, baseUnitName: 'kg', options: [] },
  minimumViableUnits: 500,
  windowHours: 24,
  soloEnabled: true,
  group: {
    groupId: 'g',
    status: 'active',
    progressPercentage: 76,
    spotsRemaining: 120,
    minimumViableUnits: 500,
    deadline: '2026-11-22T09:00:00.000Z',
  },
};
const { windowHours: _, ...oil } = {
  ...rice,
  _id: 'oil',
  slug: 'oil',
  pictures: [],
  group: { ...rice.group, groupId: null, deadline: null },
};
const eggs = { ...rice, _id: 'eggs', slug: 'eggs', pictures: [picture('c')] };

const page = {
  success: true as const,
  data: [rice, oil, eggs],
  pagination: { page: 1, limit: 24, total: 3, pages: 1, hasMore: false },
  serverTime: '2026-11-20T10:00:00.000Z',
};
const list = { pages: [page], pageParams: [1] };
const overTheLine = () => rebuildProductsFromCards(JSON.parse(JSON.stringify(trimProductsToCards(list))));

test('a list that came over the line has all that its cards show', () => {
  const blanks = {
    _id: '',
    description: '',
    specifications: {},
    // The unit in which a group counts is sent; the selling options are not.
    sellingUnitsData: { enabled: true, baseUnitName: 'kg', options: [] },
    images: [],
    shareLink: '',
    shareImage: null,
    isCard: true,
  };
  expect(overTheLine()).toEqual({
    ...list,
    pages: [
      {
        ...page,
        data: [
          { ...rice, ...blanks, pictures: [picture('a')], pictureCount: 2 },
          { ...oil, ...blanks, pictureCount: 0 },
          { ...eggs, ...blanks, pictureCount: 1 },
        ],
      },
    ],
  });
  // The field is absent and not null, because without it the shop's own window applies.
  expect(overTheLine().pages[0]?.data[1]).not.toHaveProperty('windowHours');
});

test('what came as cards is known for it, and an empty list is none', () => {
  expect(hasProductWithOnlyCardFields(overTheLine())).toBe(true);
  expect(hasProductWithOnlyCardFields(list)).toBe(false);
  expect(hasProductWithOnlyCardFields(undefined)).toBe(false);
  expect(hasOnlyCardFields(rice)).toBe(false);
  const empty = { ...list, pages: [{ ...page, data: [] }] };
  expect(rebuildProductsFromCards(JSON.parse(JSON.stringify(trimProductsToCards(empty))))).toEqual(empty);
});

import { expect, test } from 'vitest';
import {
  filterPickupCounterOrders,
  formatOrderLineState,
  isLineReadyToHandOut,
  toPickupCounterOrders,
} from './counter-orders.ts';
import type { PickupListRow, StoredHandOut } from './counter-storage.ts';

const row = (
  trackingNumber: string,
  name: string,
  line: number,
  more: Partial<PickupListRow> = {},
): PickupListRow => ({
  ...{ trackingNumber, name, surname: name.split(' ').at(-1) ?? '', line, product: 'Rice', unit: null },
  ...{ quantity: 1, state: 'waiting', collectedAt: null, collectedBy: null, daysWaiting: 0 },
  ...{ readyAt: null, isOverdue: false },
  ...more,
});
const handOut = (trackingNumber: string, lines: number[], told: string | null = null): StoredHandOut => ({
  ...{ key: 'k', operator: 'ngozi', trackingNumber, name: 'Ada Obi', code: '123456', lines, told },
  at: '2026-11-20T09:00:00.000Z',
});
const ROWS = [
  row('GB-AAAA1111', 'Ada Obi', 1),
  row('GB-AAAA1111', 'Ada Obi', 2, {
    state: 'collected',
    collectedAt: '2026-11-19T09:00:00.000Z',
    collectedBy: 'operator:bisi',
  }),
  row('GB-BBBB2222', 'Tunde Oba-Ade', 1),
];

test('what was given out here is owed no more, until the shop has refused it', () => {
  const owed = (handOuts: StoredHandOut[]) =>
    toPickupCounterOrders(ROWS, handOuts).map(({ lines }) => lines.filter(isLineReadyToHandOut).length);
  expect(owed([])).toEqual([1, 1]);
  expect(owed([handOut('GB-AAAA1111', [1])])).toEqual([0, 1]);
  expect(owed([handOut('GB-AAAA1111', [1], 'Wrong code.')])).toEqual([1, 1]);
  const [first, second] = toPickupCounterOrders(ROWS, [handOut('GB-AAAA1111', [1])])[0]?.lines ?? [];
  expect(first && formatOrderLineState(first)).toMatch(/^Handed out here .+, not sent yet$/);
  expect(second && formatOrderLineState(second)).toMatch(/^Handed out .+ by bisi$/);
});

test('an order is found by how its number, with or without its letters, or any name begins', () => {
  const found = (typed: string) =>
    filterPickupCounterOrders(toPickupCounterOrders(ROWS, []), typed).map(({ name }) => name);
  expect(found('')).toHaveLength(2);
  for (const typed of ['gb-aa', 'AAAA1', 'ada', 'ob ad', ' Obi ']) expect(found(typed)).toContain('Ada Obi');
  expect(found('tunde')).toEqual(['Tunde Oba-Ade']);
  expect(found('bi')).toEqual([]);
  const accented = toPickupCounterOrders([row('GB-CCCC3333', "Adebọ́la O'Shea", 1)], []);
  for (const typed of ['adebola', 'Adébọlá', 'oshea', 'o\u2019shea'])
    expect(filterPickupCounterOrders(accented, typed), typed).toHaveLength(1);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalNotification, onLocalNotification } from '../../lib/local-notification.ts';
import { subscribeToChangesBetweenFetches } from './change-notifications.ts';

let queryClient: QueryClient;
let facts: LocalNotification[];
let stops: (() => void)[];

beforeEach(() => {
  queryClient = new QueryClient();
  facts = [];
  stops = [
    subscribeToChangesBetweenFetches(queryClient, 'ada'),
    onLocalNotification((fact) => facts.push(fact)),
  ];
});
afterEach(() => {
  for (const stop of stops) stop();
});

/** Stores one answer after the other in the shopper's cache. */
function answer(queryName: string[], ...replies: object[]): void {
  for (const reply of replies) queryClient.setQueryData(['u', 'ada', ...queryName], reply);
}
const keys = () => facts.map(({ factKey }) => factKey);

const movement = (id: string, type: 'credit' | 'debit', amount: number, reason: string) => ({
  ...{ id, type, amount, reason },
  description: '',
  createdAt: '2026-01-01T10:00:00.000Z',
});

test('new movements of the wallet are told oldest first, each with the balance around it', () => {
  const old = movement('t1', 'credit', 1_000, 'Top-up');
  const bonus = movement('t2', 'credit', 500, 'REFERRAL_BONUS');
  const order = movement('t3', 'debit', 300, 'ORDER');
  answer(
    ['wallet'],
    { balance: 1_000, transactions: [old] },
    { balance: 1_200, transactions: [order, bonus, old] },
  );
  expect(facts).toMatchObject([
    {
      factKey: 'wallet:t2',
      data: { oldBalance: 1_000, newBalance: 1_500, reason: 'Referral Bonus', difference: 500 },
    },
    {
      factKey: 'wallet:t3',
      data: { oldBalance: 1_500, newBalance: 1_200, reason: 'Order Payment', difference: -300 },
    },
  ]);
});

test('a reason in words of its own is told as it is', () => {
  answer(
    ['wallet'],
    { balance: 0, transactions: [] },
    { balance: 200, transactions: [movement('t1', 'credit', 200, 'For the late delivery')] },
  );
  expect(facts[0]?.message).toContain('For the late delivery');
});

const group = (_id: string, status: string) => ({ _id, status, productId: { title: 'Local Rice' } });

test.each([
  ['successful', 'success', 'Group Secured'],
  ['failed', 'warning', 'Group Update'],
  ['delivered', 'info', 'Group Update'],
])('a group that is now %s is told as %s: %s', (status, type, title) => {
  answer(
    ['groups'],
    { data: [group('g1', 'active'), group('g2', 'active')] },
    { data: [group('g1', status), group('g2', 'active'), group('g3', status)] },
  );
  expect(facts).toMatchObject([{ factKey: `group:g1:${status}`, type, category: 'group_buy' }]);
  expect(facts[0]?.title).toContain(title.split(' ')[1]);
});

test('a status of which only the server tells is left to it', () => {
  answer(['groups'], { data: [group('g1', 'active')] }, { data: [group('g1', 'manual_review')] });
  expect(facts).toEqual([]);
});

test('friends who joined and bonuses that were paid are told, each once', () => {
  const referee = (id: string) => ({ id, name: `Friend ${id}`, joinedAt: '', active: true });
  const info = (ids: string[], completedRounds: number) => ({
    referredUsers: ids.map(referee),
    completedRounds,
  });
  answer(['referral', 'info'], info(['a'], 1), info(['a', 'b', ''], 3), info(['a', 'b', ''], 3));
  expect(keys()).toEqual(['referral:b', 'referral:ada:2', 'referral:ada:3']);
});

test('the first answer of each is only the ground to stand on', () => {
  answer(['wallet'], { balance: 500, transactions: [movement('t1', 'credit', 500, 'ORDER')] });
  answer(['groups'], { data: [group('g1', 'failed')] });
  expect(facts).toEqual([]);
});

test.each([
  ['another shopper’s', ['u', 'bola', 'groups']],
  ['the figures of referrals', ['u', 'ada', 'referral', 'stats']],
  ['what everybody sees', ['public', 'ada', 'groups']],
])('of %s answers nothing is told', (_, key) => {
  queryClient.setQueryData(key, { data: [group('g1', 'active')] });
  queryClient.setQueryData(key, { data: [group('g1', 'failed')] });
  expect(facts).toEqual([]);
});

test('an answer that did not come is no news, and the next one is compared with the last', async () => {
  answer(['groups'], { data: [group('g1', 'active')] });
  const queryKey = ['u', 'ada', 'groups'];
  await queryClient
    .fetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('no line')), retry: false })
    .catch(() => undefined);
  expect(facts).toEqual([]);
  answer(['groups'], { data: [group('g1', 'failed')] });
  expect(keys()).toEqual(['group:g1:failed']);
});

import { expect, test } from 'vitest';
import { computeThrottleDelayMs, listIpRateLimitBuckets } from './rate-limit.ts';

test.each([
  [1, 0],
  [0.2, 0],
  [0.15, 500],
  [0.1, 1_000],
  [0, 2_000],
])('with a share of %d left an answer comes %i ms later', (shareLeft, laterMs) => {
  expect(computeThrottleDelayMs(shareLeft)).toBeCloseTo(laterMs);
});

test.each([
  ['41.58.0.1', ['41.58.0.1']],
  ['::ffff:41.58.0.1', ['41.58.0.1']],
  ['2001:db8:1:2:3:4:5:6', ['20010db800010002/64', '20010db8000100/56', '20010db80001/48']],
  ['2001:db8:1:2::9', ['20010db800010002/64', '20010db8000100/56', '20010db80001/48']],
  ['2001:db8::6', ['20010db800000000/64', '20010db8000000/56', '20010db80000/48']],
  ['::1', ['0000000000000000/64', '00000000000000/56', '000000000000/48']],
])('%s is counted as %s', (address, subjects) => {
  expect(listIpRateLimitBuckets(address).map(({ subject }) => subject)).toEqual(subjects);
});

test('who is gone before they are looked at is counted too', () => {
  expect(listIpRateLimitBuckets(undefined)).toEqual([{ subject: 'gone', share: 1 }]);
});

test('a network has more of a limit than one household in it', () => {
  expect(listIpRateLimitBuckets('2001:db8::6').map(({ share }) => share)).toEqual([1, 4, 16]);
});

import { expect, test } from 'vitest';
import { addressBucket, slowDownMs } from './rate-limit.ts';

test.each([
  [1, 0],
  [0.2, 0],
  [0.15, 500],
  [0.1, 1_000],
  [0, 2_000],
])('with a share of %d left an answer comes %i ms later', (shareLeft, laterMs) => {
  expect(slowDownMs(shareLeft)).toBeCloseTo(laterMs);
});

test.each([
  ['41.58.0.1', '41.58.0.1'],
  ['::ffff:41.58.0.1', '41.58.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
  ['2001:db8:1:2::9', '2001:0db8:0001:0002::/64'],
  ['2001:db8::6', '2001:0db8:0000:0000::/64'],
  ['::1', '0000:0000:0000:0000::/64'],
])('%s is counted as %s', (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket);
});

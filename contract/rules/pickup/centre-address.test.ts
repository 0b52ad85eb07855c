import { expect, it } from 'vitest';
import { formatCentreAddress } from './centre-address.ts';

it.each([
  ['Herbert Macaulay Way', 'Yaba', 'Herbert Macaulay Way, Yaba'],
  ['Herbert Macaulay Way, Yaba', 'Yaba', 'Herbert Macaulay Way, Yaba'],
  ['12 YABA Road', 'Yaba', '12 YABA Road'],
])('%s in %s is at %s', (address, city, place) => {
  expect(formatCentreAddress({ address, city })).toBe(place);
});

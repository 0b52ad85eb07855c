import { expect, test } from 'vitest';
import type { PickupCentre } from '#contract/schemas/product.ts';
import {
  EMPTY_DELIVERY_INPUT,
  findPickupCentreForDelivery,
  validateDeliveryInput,
} from './delivery-checks.ts';

function centre(name: string, state: string, city: string, isDefault: boolean): PickupCentre {
  return { _id: name, code: name, name, state, city, address: '', hours: '', isDefault };
}
const centres = [
  centre('Yaba', 'Lagos', 'Yaba', true),
  centre('Lekki', 'Lagos', 'Lekki', false),
  centre('Ikeja', 'Ikeja', 'Ikeja', true),
];

test.each([
  ['Lagos', 'Lekki', 'Lekki'],
  ['Lagos', ' lekki ', 'Lekki'],
  ['Lagos', 'Surulere', 'Yaba'],
  ['Lagos', '', 'Yaba'],
  ['Ikeja', 'Lekki', 'Ikeja'],
])('an order from %s, %s is collected at %s', (state, city, name) => {
  expect(findPickupCentreForDelivery(centres, { state, city })?.name).toBe(name);
});

test.each([
  ['Lagos', 'Yaba', 'Lekki', 'Lekki'],
  ['Ikeja', 'Yaba', 'Lekki', 'Ikeja'],
  ['Lagos', 'Lekki', 'Closed', 'Lekki'],
])('in %s, %s a shopper who chose %s collects at %s', (state, city, centreCode, name) => {
  expect(findPickupCentreForDelivery(centres, { state, city, centreCode })?.name).toBe(name);
});

test('city, street and phone are required', () => {
  expect(validateDeliveryInput(EMPTY_DELIVERY_INPUT)).toEqual({
    city: 'City is required',
    street: 'Street is required',
    phone: 'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
  });
  expect(
    validateDeliveryInput({ state: 'Lagos', city: 'Yaba', street: '1 Sabo', phone: '+2348035550142' }),
  ).toEqual({});
});

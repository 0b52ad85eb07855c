import { DELIVERY_STATES } from '#contract/limits.ts';
import { tenDigitPhoneError } from '#contract/rules/phone.ts';
import { normalLine } from '#contract/rules/typed-text.ts';
import type { PickupCentre } from '#contract/schemas/product.ts';

/** Combines the pickup location and the shopper's phone number. */
export interface Delivery {
  state: string;
  city: string;
  street: string;
  phone: string;
}

export type DeliveryErrors = Partial<Record<keyof Delivery, string>>;

export const EMPTY_DELIVERY: Delivery = { state: DELIVERY_STATES[0], city: '', street: '', phone: '' };

/** @returns one message per invalid field; empty when the form is valid. @source spec section 5 (Checkout) */
export function deliveryErrors(delivery: Delivery): DeliveryErrors {
  const errors: DeliveryErrors = {};
  if (normalLine(delivery.city) === '') errors.city = 'City is required';
  if (normalLine(delivery.street) === '') errors.street = 'Street is required';
  const phone = tenDigitPhoneError(delivery.phone);
  if (phone) errors.phone = phone;
  return errors;
}

const folded = (text: string) => normalLine(text).toLowerCase();

/**
 * Selects the centre of the same state and city (ignoring case), else the state's default. @source database.md, http.md
 */
export function pickupCentreFor(
  centres: readonly PickupCentre[],
  { state, city }: Pick<Delivery, 'state' | 'city'>,
): PickupCentre | undefined {
  const inState = centres.filter((centre) => folded(centre.state) === folded(state));
  return (
    inState.find((centre) => folded(centre.city) === folded(city)) ??
    inState.find((centre) => centre.isDefault)
  );
}

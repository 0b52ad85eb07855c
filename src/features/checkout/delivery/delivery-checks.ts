import { DELIVERY_ADDRESS_STATES } from '#contract/limits.ts';
import { getPhoneNumberError } from '#contract/rules/people/phone.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import type { PickupCentre } from '#contract/schemas/product.ts';

/** The pickup location and the shopper's phone number, as typed. */
export interface DeliveryInput {
  state: string;
  city: string;
  street: string;
  phone: string;
  /**
   * Code of the chosen pickup centre. If it is absent or the centre is in another state, the address determines the
   * centre.
   */
  centreCode?: string;
}

export type DeliveryFieldErrors = Partial<Record<keyof DeliveryInput, string>>;

export const EMPTY_DELIVERY_INPUT: DeliveryInput = {
  state: DELIVERY_ADDRESS_STATES[0],
  city: '',
  street: '',
  phone: '',
};

/** @returns one message per invalid field; empty when the form is valid. @source spec section 5 (Checkout) */
export function validateDeliveryInput(delivery: DeliveryInput): DeliveryFieldErrors {
  const errors: DeliveryFieldErrors = {};
  if (normalizeSingleLineText(delivery.city) === '') errors.city = 'City is required';
  if (normalizeSingleLineText(delivery.street) === '') errors.street = 'Street is required';
  const phone = getPhoneNumberError(delivery.phone);
  if (phone) errors.phone = phone;
  return errors;
}

const folded = (text: string) => normalizeSingleLineText(text).toLowerCase();

/** Lists the pickup centres of a state, among which a shopper may choose. */
export function listPickupCentresInState(
  centres: readonly PickupCentre[],
  { state }: Pick<DeliveryInput, 'state'>,
): readonly PickupCentre[] {
  return centres.filter((centre) => folded(centre.state) === folded(state));
}

/**
 * Selects a pickup centre in the state: the shopper's choice, else one in the city, else the state's default.
 * @source groups.md
 */
export function findPickupCentreForDelivery(
  centres: readonly PickupCentre[],
  { state, city, centreCode }: Pick<DeliveryInput, 'state' | 'city' | 'centreCode'>,
): PickupCentre | undefined {
  const inState = listPickupCentresInState(centres, { state });
  return (
    inState.find((centre) => centre.code === centreCode) ??
    inState.find((centre) => folded(centre.city) === folded(city)) ??
    inState.find((centre) => centre.isDefault)
  );
}

import { expect, test } from 'vitest';
import type { ApiErrorCode } from '#contract/errors.ts';
import { defaultErrorReplies } from './error-texts.ts';

const REFUSALS: [code: ApiErrorCode, status: number, message: string][] = [
  ['bad_request', 400, 'The request could not be read.'],
  ['validation_failed', 400, 'Please check what you entered.'],
  ['not_found', 404, 'Not found'],
  ['unauthorized', 401, 'Please log in to continue.'],
  ['too_many_requests', 429, 'Too many requests. Please wait a moment and try again.'],
  ['idempotency_running', 425, 'This request is still being processed. Please try again in a moment.'],
  ['idempotency_mismatch', 400, 'This Idempotency-Key was used for another request.'],
  ['payload_too_large', 400, 'The request is too large.'],
  ['internal', 500, 'Something went wrong. Please try again later.'],
  ['unavailable', 503, 'Something went wrong. Please try again later.'],
  ['email_taken', 400, 'An account with this email already exists'],
  ['phone_taken', 400, 'An account with this phone number already exists'],
  ['invalid_credentials', 400, 'Invalid email or password'],
  ['invalid_recovery_key', 400, 'Invalid email or recovery key'],
  ['recovery_locked', 400, 'Too many attempts. Please request a recovery key reset.'],
  ['reset_link_expired', 400, 'This reset link has expired. Please verify your recovery key again.'],
  ['invalid_temporary_key', 400, 'Invalid or expired temporary key'],
  ['wrong_current_password', 400, 'Current password is incorrect'],
  ['account_not_deletable', 400, 'This account cannot be deleted yet.'],
  ['product_not_found', 404, 'Product not found'],
  ['limit_per_person', 400, 'This is more than one person can have in a group'],
  ['product_unavailable', 400, 'This product is no longer available'],
  ['selling_unit_required', 400, 'Please select a selling unit'],
  ['selling_unit_unavailable', 400, 'This selling unit is no longer available'],
  ['quantity_too_small', 400, 'Quantity must be at least 1'],
  ['quantity_too_large', 400, 'You can add up to 999 of one item'],
  ['item_not_in_cart', 400, 'Item not in cart'],
  ['solo_not_offered', 400, 'This product cannot be bought alone'],
  ['group_not_found', 404, 'Group not found'],
  ['group_cannot_be_left', 400, 'This group can no longer be left.'],
  ['group_cannot_take_less', 400, 'You can no longer take less in this group.'],
  ['group_not_failed', 400, 'This group has not failed.'],
  ['transition_refused', 400, 'This change of status is not allowed.'],
  ['review_not_collected', 400, 'You can review this product once you have collected it.'],
  ['review_text_refused', 400, 'Please check the text of your review.'],
  ['cart_empty', 400, 'Your cart is empty'],
  ['cart_changed', 400, 'Your cart has changed. Please review it and try again.'],
  ['prices_changed', 400, 'Prices have changed.'],
  ['wallet_insufficient', 400, 'Insufficient wallet balance.'],
  ['wallet_amount_invalid', 400, 'Wallet amount must be a whole naira amount'],
  ['payment_method_invalid', 400, 'Please choose a valid payment method'],
  ['card_minimum', 400, 'Card payments start at ₦100'],
  ['address_required', 400, 'City and street are required'],
  ['state_not_served', 400, 'We currently serve Lagos only'],
  ['pickup_centre_unavailable', 400, 'This pickup centre takes no new orders. Please choose another one.'],
  [
    'phone_invalid',
    400,
    'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
  ],
  ['payment_not_found', 404, 'We could not find this payment.'],
  ['payment_not_started', 400, 'This payment was not started.'],
  ['payment_refused', 400, 'The card provider refused this payment.'],
  ['payment_unavailable', 500, 'Payment service is temporarily unavailable. Please try again later.'],
  ['notification_not_found', 404, 'Notification not found'],
  ['webhook_refused', 401, 'Refused'],
  [
    'no_operator',
    409,
    'Open the link that the shop printed on its terminal when it started: it makes the first owner. A lost or expired link is replaced at the next start (npm start).',
  ],
  ['forbidden', 403, 'You are not allowed to do this.'],
  ['act_refused', 409, 'This is not possible.'],
];

test.each(REFUSALS)('%s answers %i and says: %s', (code, status, message) => {
  expect(defaultErrorReplies[code]).toEqual({ status, message });
});

test('no code is without an answer in the list', () => {
  expect(REFUSALS.map(([code]) => code)).toEqual(Object.keys(defaultErrorReplies));
});

import type { ApiErrorCode } from '#contract/errors.ts';
import { reviewErrorMessages } from '#contract/rules/text/review-text.ts';
import { accountTexts, cartTexts, groupTexts, paymentTexts } from '#contract/texts.ts';

/** The default reply to an error code. A thrown error may have its own status or message instead. */
export interface DefaultErrorReply {
  status: number;
  message: string;
}

const refusal = (message: string, status = 400): DefaultErrorReply => ({ status, message });

const SOMETHING_WRONG = 'Something went wrong. Please try again later.';

/**
 * The reply to each error code. Permanent refusals must be 400, because the client repeats or signs out after any
 * other status.
 * @source http.md, status discipline
 */
export const defaultErrorReplies: Record<ApiErrorCode, DefaultErrorReply> = {
  bad_request: refusal('The request could not be read.'),
  validation_failed: refusal('Please check what you entered.'),
  not_found: refusal('Not found', 404),
  unauthorized: refusal(accountTexts.unauthorized, 401),
  too_many_requests: refusal(accountTexts.tooManyRequests, 429),
  idempotency_running: refusal('This request is still being processed. Please try again in a moment.', 425),
  idempotency_mismatch: refusal('This Idempotency-Key was used for another request.'),
  payload_too_large: refusal('The request is too large.'),
  internal: refusal(SOMETHING_WRONG, 500),
  unavailable: refusal(SOMETHING_WRONG, 503),
  email_taken: refusal(accountTexts.emailTaken),
  phone_taken: refusal(accountTexts.phoneTaken),
  invalid_credentials: refusal(accountTexts.invalidCredentials),
  invalid_recovery_key: refusal(accountTexts.invalidRecoveryKey),
  recovery_locked: refusal(accountTexts.recoveryLocked),
  reset_link_expired: refusal(accountTexts.resetLinkExpired),
  invalid_temporary_key: refusal(accountTexts.invalidTemporaryKey),
  wrong_current_password: refusal(accountTexts.wrongCurrentPassword),
  account_not_deletable: refusal('This account cannot be deleted yet.'),
  product_not_found: refusal(cartTexts.productNotFound, 404),
  limit_per_person: refusal('This is more than one person can have in a group'),
  product_unavailable: refusal('This product is no longer available'),
  selling_unit_required: refusal(cartTexts.selectSellingUnit),
  selling_unit_unavailable: refusal(cartTexts.sellingUnitGone),
  quantity_too_small: refusal(cartTexts.quantityTooSmall),
  quantity_too_large: refusal(cartTexts.quantityTooLarge),
  item_not_in_cart: refusal(cartTexts.itemNotInCart),
  solo_not_offered: refusal(cartTexts.soloNotOffered),
  group_not_found: refusal('Group not found', 404),
  group_cannot_be_left: refusal(groupTexts.cannotBeLeft),
  group_cannot_take_less: refusal(groupTexts.cannotTakeLess),
  group_not_failed: refusal(groupTexts.notFailed),
  transition_refused: refusal('This change of status is not allowed.'),
  review_not_collected: refusal(reviewErrorMessages.notCollected),
  review_text_refused: refusal(reviewErrorMessages.textRefused),
  cart_empty: refusal(paymentTexts.cartEmpty),
  cart_changed: refusal(paymentTexts.cartChanged),
  prices_changed: refusal('Prices have changed.'),
  wallet_insufficient: refusal('Insufficient wallet balance.'),
  wallet_amount_invalid: refusal(paymentTexts.walletNotWhole),
  payment_method_invalid: refusal(paymentTexts.methodInvalid),
  card_minimum: refusal(paymentTexts.cardMinimum),
  address_required: refusal(paymentTexts.addressRequired),
  state_not_served: refusal(paymentTexts.lagosOnly),
  pickup_centre_unavailable: refusal(paymentTexts.pickupCentreUnavailable),
  phone_invalid: refusal(accountTexts.phoneTenDigits),
  payment_not_found: refusal(paymentTexts.notFound, 404),
  payment_not_started: refusal(paymentTexts.notStarted),
  payment_refused: refusal('The card provider refused this payment.'),
  payment_unavailable: refusal(paymentTexts.unavailable, 500),
  notification_not_found: refusal('Notification not found', 404),
  webhook_refused: refusal('Refused', 401),
  no_operator: refusal(
    'Open the link that the shop printed on its terminal when it started: it makes the first owner. A lost or expired link is replaced at the next start (npm start).',
    409,
  ),
  forbidden: refusal('You are not allowed to do this.', 403),
  act_refused: refusal('This is not possible.', 409),
};

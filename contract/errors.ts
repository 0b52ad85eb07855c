/** An error reply carries one of these codes. The messages for shoppers are in `texts.ts`. @source http.md */
export type ApiErrorCode =
  // Refusals of the request itself
  | 'bad_request'
  | 'validation_failed'
  | 'not_found'
  | 'unauthorized'
  | 'too_many_requests'
  | 'idempotency_running'
  | 'idempotency_mismatch'
  | 'payload_too_large'
  | 'internal'
  | 'unavailable'
  // accounts
  | 'email_taken'
  | 'phone_taken'
  | 'invalid_credentials'
  | 'invalid_recovery_key'
  | 'recovery_locked'
  | 'reset_link_expired'
  | 'invalid_temporary_key'
  | 'wrong_current_password'
  | 'account_not_deletable'
  // Refusals about the catalogue and the cart
  | 'product_not_found'
  | 'product_unavailable'
  | 'limit_per_person'
  | 'selling_unit_required'
  | 'selling_unit_unavailable'
  | 'quantity_too_small'
  | 'quantity_too_large'
  | 'item_not_in_cart'
  | 'solo_not_offered'
  // groups
  | 'group_not_found'
  | 'group_cannot_be_left'
  | 'group_cannot_take_less'
  | 'group_not_failed'
  | 'transition_refused'
  // reviews
  | 'review_not_collected'
  | 'review_text_refused'
  // payment
  | 'cart_empty'
  | 'cart_changed'
  | 'prices_changed'
  | 'wallet_insufficient'
  | 'wallet_amount_invalid'
  | 'payment_method_invalid'
  | 'card_minimum'
  | 'address_required'
  | 'state_not_served'
  | 'pickup_centre_unavailable'
  | 'phone_invalid'
  | 'payment_not_found'
  | 'payment_not_started'
  | 'payment_refused'
  | 'payment_unavailable'
  | 'notification_not_found'
  | 'webhook_refused'
  // Refusals of the operator's console
  | 'no_operator'
  | 'forbidden'
  | 'act_refused';

export interface FieldError {
  field: string;
  message: string;
}

/** The body of every error reply. `msg` repeats `message`, because older clients read only `msg`. */
export interface ApiErrorBody {
  success: false;
  message: string;
  msg: string;
  code: ApiErrorCode;
  requestId: string;
  errors?: FieldError[];
}

/** The result of a business rule: a value or a refusal. The type makes callers handle the refusal. */
export type BusinessRuleResult<Value = Record<never, never>> =
  | ({ ok: true } & Value)
  | { ok: false; reason: ApiErrorCode };

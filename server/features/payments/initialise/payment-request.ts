import { createHash } from 'node:crypto';
import { CARD_PAYMENT_MIN_NAIRA, DELIVERY_ADDRESS_STATES } from '#contract/limits.ts';
import { koboToNaira, nairaToKobo } from '#contract/rules/money/kobo.ts';
import { choosePaymentMethod } from '#contract/rules/money/payment-method.ts';
import { getPhoneNumberError } from '#contract/rules/people/phone.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import type { InitializePaymentBody, PaymentMethod } from '#contract/schemas/payment.ts';
import { paymentTexts } from '#contract/texts.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { SessionUser } from '../../../http/sessions/tokens.ts';
import type { DeliveryAddress } from '../payment-record.ts';

/** The shopper who pays. `sessionId` is null when the demo's code pays in the name of a made-up shopper. */
export type PayingShopper = SessionUser | { id: string; sessionId: null };

/** A validated request to pay, in kobo. */
export interface ValidatedPaymentRequest {
  cartId: string | null;
  delivery: DeliveryAddress;
  /** Code of the chosen pickup centre; null: it is derived from the address. */
  pickupCentre: string | null;
  phone: string;
  method: string;
  walletUseKobo: number;
  expectedTotalKobo: number | null;
  callbackUrl: string | null;
  cancelUrl: string | null;
  supersedes: string | null;
}

/**
 * Checks a payment request as far as no database is needed.
 * @param publicOrigin origin of allowed return URLs; others are dropped, to prevent open redirects.
 * @throws {DomainError} 400
 */
export function parsePaymentRequest(
  body: InitializePaymentBody,
  publicOrigin: string,
): ValidatedPaymentRequest {
  const city = normalizeSingleLineText(body.deliveryAddress.city ?? '');
  const street = normalizeSingleLineText(body.deliveryAddress.street ?? '');
  if (city === '' || street === '') throw new DomainError('address_required');
  const state = DELIVERY_ADDRESS_STATES.find(
    (one) => one.toLowerCase() === normalizeSingleLineText(body.deliveryAddress.state ?? '').toLowerCase(),
  );
  if (!state) throw new DomainError('state_not_served');
  const phone = body.phone?.trim() ?? '';
  if (getPhoneNumberError(phone)) throw new DomainError('phone_invalid');
  const expected = body.expectedTotal;
  return {
    cartId: body.cartId,
    delivery: { state, city, street },
    pickupCentre: body.pickupCentre?.trim() || null,
    phone,
    method: body.paymentMethod,
    walletUseKobo: readWalletUse(body.walletUse),
    expectedTotalKobo: expected === undefined ? null : Math.round(expected * 100),
    callbackUrl: ownUrl(body.callback_url, publicOrigin),
    cancelUrl: ownUrl(body.cancel_url, publicOrigin),
    supersedes: body.supersedes ?? null,
  };
}

function readWalletUse(naira: number): number {
  if (!Number.isInteger(naira) || naira < 0 || naira > Number.MAX_SAFE_INTEGER / 100) {
    throw new DomainError('wallet_amount_invalid');
  }
  return nairaToKobo(naira);
}

function ownUrl(url: string | undefined, publicOrigin: string): string | null {
  if (!url || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.origin === new URL(publicOrigin).origin ? parsed.href : null;
}

export interface WalletCardSplit {
  method: PaymentMethod;
  walletKobo: number;
  cardKobo: number;
}

/**
 * Splits the total between wallet and card as requested.
 * @throws {DomainError} 400 when prices have changed, or the split is not possible.
 */
export function splitTotalBetweenWalletAndCard(
  request: ValidatedPaymentRequest,
  totalKobo: number,
  balanceKobo: number,
): WalletCardSplit {
  const totalNaira = koboToNaira(totalKobo);
  if (request.expectedTotalKobo !== null && request.expectedTotalKobo !== totalKobo) {
    throw new DomainError('prices_changed', paymentTexts.pricesChanged(totalNaira));
  }
  const walletKobo = Math.min(request.walletUseKobo, totalKobo);
  const method = choosePaymentMethod(koboToNaira(walletKobo), totalNaira);
  if (request.method !== method) throw new DomainError('payment_method_invalid');
  if (walletKobo > balanceKobo) throw createInsufficientBalanceError(balanceKobo, walletKobo);
  const cardKobo = totalKobo - walletKobo;
  if (cardKobo > 0 && cardKobo < nairaToKobo(CARD_PAYMENT_MIN_NAIRA)) throw new DomainError('card_minimum');
  return { method, walletKobo, cardKobo };
}

export function createInsufficientBalanceError(balanceKobo: number, walletKobo: number): DomainError {
  const text = paymentTexts.walletInsufficient(koboToNaira(balanceKobo), koboToNaira(walletKobo));
  return new DomainError('wallet_insufficient', text);
}

/**
 * Hashes everything that decides what a request pays. A second request with the same hash gets the reply of the first.
 */
export function hashPaymentIntent(
  userId: string,
  cart: { cartId: string; version: number; totalKobo: number },
  split: WalletCardSplit,
  { delivery, pickupCentre }: Pick<ValidatedPaymentRequest, 'delivery' | 'pickupCentre'>,
): string {
  const { method, walletKobo } = split;
  const { state, city, street } = delivery;
  const parts = [userId, cart.cartId, cart.version, method, walletKobo, cart.totalKobo, state, city, street];
  if (pickupCentre) parts.push(pickupCentre);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

import { setTimeout as pause } from 'node:timers/promises';
import type { InitializePaymentBody, InitializePaymentReply } from '#contract/schemas/payment.ts';
import { paymentTexts } from '#contract/texts.ts';
import type { Database, Queryable, Transaction } from '../../../db/database.ts';
import { lockExistingShopperRow } from '../../../db/lock-shopper.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { IdempotentRequest } from '../../../http/idempotency.ts';
import { lockSignedInShopper } from '../../../http/sessions/shopper-transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { PaymentProvider } from '../../../provider/provider.ts';
import {
  insertPaymentAttempt,
  placeWalletHold,
  reopenPaymentAttempt,
  supersedeLivePaymentAttempts,
} from '../payment-attempts-repository.ts';
import { createCardPageReply } from '../payment-presentation.ts';
import type { PaymentCartLine, PaymentRecord } from '../payment-record.ts';
import {
  loadCompletedPaymentReply,
  type PaymentReplyDeps,
  type StoredWalletPaymentReply,
} from '../payment-replies.ts';
import {
  findCheckoutPreconditions,
  findPayment,
  findReusablePaymentAttempt,
  updatePaymentPhoneAndReturnUrls,
} from '../payments-repository.ts';
import { createPaymentReference } from '../reference.ts';
import { settlePaymentFromWallet } from '../settle/settle-repository.ts';
import type { CheckoutCart, CheckoutLine } from './checkout-cart.ts';
import { requireWithinPurchaseLimitPerPerson } from './limit-per-person.ts';
import { CARD_PAGE_LIFETIME_MINUTES, type CardPageRequest, openCardPage } from './open-card-page.ts';
import {
  createInsufficientBalanceError,
  hashPaymentIntent,
  type PayingShopper,
  parsePaymentRequest,
  splitTotalBetweenWalletAndCard,
  type ValidatedPaymentRequest,
  type WalletCardSplit,
} from './payment-request.ts';

export interface InitializePaymentDeps extends PaymentReplyDeps {
  db: Database;
  clock: Clock;
  provider: PaymentProvider;
  readCart: (tx: Queryable, userId: string) => Promise<CheckoutCart | null>;
  brandName: string;
  groupWindowHours: number;
}

const FIRST_POLL_MS = 60_000;
const LINK_LOOK_MS = 250;
const LINK_WAIT_MS = 25_000;
/** How many times a request waits for identical requests to open the card page, before it gives up. */
const MAX_ROUNDS = 8;

type Step =
  | { kind: 'answered'; reply: InitializePaymentReply }
  | { kind: 'paid'; stored: StoredWalletPaymentReply }
  | { kind: 'being_opened'; reference: string }
  | ({ kind: 'to_open' } & CardPageRequest);

/**
 * Starts a payment, or returns the result of an identical request. No transaction is open while the provider is called.
 * @throws {DomainError} 400 for a refusal; 500 when the provider's answer is unknown.
 * @source payments.md and http.md
 */
export async function initializePayment(
  deps: InitializePaymentDeps,
  shopper: PayingShopper,
  body: InitializePaymentBody,
  idempotency: IdempotentRequest,
): Promise<InitializePaymentReply> {
  const request = parsePaymentRequest(body, deps.publicUrl);
  const beginOnce = () => deps.db.transaction((tx) => begin(deps, tx, shopper, request, idempotency));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const step = await (request.method === 'wallet_only' ? deps.db.inTurn(beginOnce) : beginOnce());
    if (step.kind === 'answered') return step.reply;
    if (step.kind === 'paid') return loadCompletedPaymentReply(deps, deps.db, step.stored.paidReference);
    if (step.kind === 'to_open') return openCardPage(deps, step, idempotency);
    await waitForLink(deps, step.reference);
  }
  throw new DomainError('payment_unavailable');
}

async function begin(
  deps: InitializePaymentDeps,
  tx: Transaction,
  shopper: PayingShopper,
  request: ValidatedPaymentRequest,
  idempotency: IdempotentRequest,
): Promise<Step> {
  const userId = shopper.id;
  if (shopper.sessionId === null) await lockExistingShopperRow(tx, userId);
  else await lockSignedInShopper(tx, shopper);
  const answer = async (reply: InitializePaymentReply): Promise<Step> => {
    await idempotency.complete(tx, reply);
    return { kind: 'answered', reply };
  };
  const namedCart = request.cartId !== null && isUuid(request.cartId) ? request.cartId : null;
  const facts = await findCheckoutPreconditions(tx, userId, namedCart, request);
  if (facts.buyer) return answer(await loadCompletedPaymentReply(deps, tx, facts.buyer));

  const cart = checkCart(await deps.readCart(tx, userId), request);
  await requireWithinPurchaseLimitPerPerson(tx, userId, cart);
  const { balanceKobo } = cart;
  const split = splitTotalBetweenWalletAndCard(request, cart.totalKobo, balanceKobo);
  const intentHash = hashPaymentIntent(userId, cart, split, request);

  // A card payment reuses an open attempt with the same intent, so that the shopper does not pay twice.
  const shared =
    split.method === 'wallet_only'
      ? null
      : await findReusablePaymentAttempt(tx, userId, intentHash, request.supersedes);
  if (shared?.status === 'created') return { kind: 'being_opened', reference: shared.reference };
  if (shared?.authorizationUrl) {
    await shareAttempt(tx, shared, request, idempotency.key, balanceKobo);
    return answer(createCardPageReply(shared, shared.authorizationUrl, balanceKobo));
  }

  if (facts.hasLiveAttempt) await supersedeLivePaymentAttempts(tx, userId);
  const { payer, centreId } = facts;
  if (!payer) throw new DomainError('unauthorized');
  if (!centreId) {
    throw new DomainError(request.pickupCentre ? 'pickup_centre_unavailable' : 'state_not_served');
  }
  const attempt = { userId, centreId, request, cart, split, intentHash };
  const payment = await writeAttempt(deps, tx, attempt, idempotency.key);
  if (split.method === 'wallet_only') {
    const stored = { paidReference: payment.reference };
    await idempotency.complete(tx, stored);
    await payFromWallet(deps, tx, payment, balanceKobo);
    return { kind: 'paid', stored };
  }
  if (split.walletKobo > 0 && !(await placeWalletHold(tx, payment.id, userId, split.walletKobo))) {
    throw createInsufficientBalanceError(balanceKobo, split.walletKobo);
  }
  return { kind: 'to_open', payment, payer, lineCount: cart.lines.length };
}

function checkCart(cart: CheckoutCart | null, request: ValidatedPaymentRequest): CheckoutCart {
  if (!cart || cart.lines.length === 0) throw new DomainError('cart_empty');
  if (cart.cartId !== request.cartId?.toLowerCase()) throw new DomainError('cart_changed');
  const gone = cart.lines.find((line) => line.offer === null);
  if (gone) throw new DomainError('product_unavailable', paymentTexts.noLongerAvailable(gone.product.title));
  return cart;
}

/**
 * Reuses a payment attempt for an identical request, and reserves the wallet's part again if it was released meanwhile.
 */
async function shareAttempt(
  tx: Queryable,
  shared: PaymentRecord,
  request: ValidatedPaymentRequest,
  attemptKey: string | null,
  balanceKobo: number,
): Promise<void> {
  await supersedeLivePaymentAttempts(tx, shared.userId, shared.id);
  const { walletKobo } = shared;
  if (walletKobo > 0 && !(await placeWalletHold(tx, shared.id, shared.userId, walletKobo))) {
    throw createInsufficientBalanceError(balanceKobo, walletKobo);
  }
  await reopenPaymentAttempt(tx, shared.id);
  const { phone, callbackUrl, cancelUrl } = request;
  await updatePaymentPhoneAndReturnUrls(tx, shared.id, { attemptKey, phone, callbackUrl, cancelUrl });
}

interface Attempt {
  userId: string;
  centreId: string;
  request: ValidatedPaymentRequest;
  cart: CheckoutCart;
  split: WalletCardSplit;
  intentHash: string;
}

async function writeAttempt(
  deps: InitializePaymentDeps,
  tx: Queryable,
  { userId, centreId, request, cart, split, intentHash }: Attempt,
  attemptKey: string | null,
): Promise<PaymentRecord> {
  const now = deps.clock.now();
  const isCard = split.cardKobo > 0;
  const { delivery, phone, callbackUrl, cancelUrl } = request;
  return insertPaymentAttempt(
    tx,
    {
      reference: createPaymentReference(now),
      userId,
      cartId: cart.cartId,
      cartVersion: cart.version,
      intentHash,
      attemptKey,
      ...split,
      totalKobo: cart.totalKobo,
      delivery,
      phone,
      centreId,
      sessionExpiresAt: isCard ? new Date(now.getTime() + CARD_PAGE_LIFETIME_MINUTES * 60_000) : null,
      nextPollAt: isCard ? new Date(now.getTime() + FIRST_POLL_MS) : null,
      callbackUrl,
      cancelUrl,
    },
    cart.lines.flatMap(freezeLine),
  );
}

function freezeLine(line: CheckoutLine): PaymentCartLine[] {
  if (!line.offer) return [];
  const { productId, variant, unitName, quantity } = line;
  const { baseUnitQuantity, unitPriceKobo } = line.offer;
  const isSolo = variant === 'solo';
  const groupId = isSolo ? null : line.product.joinableGroupId;
  const mode = isSolo ? 'solo' : 'group';
  return [{ productId, groupId, mode, variant, unitName, quantity, baseUnitQuantity, unitPriceKobo }];
}

/** Pays from the wallet as the transaction's last step, because buyers wait while the group's row is locked. */
async function payFromWallet(
  deps: InitializePaymentDeps,
  tx: Transaction,
  payment: PaymentRecord,
  balanceKobo: number,
): Promise<void> {
  const refusal = await settlePaymentFromWallet(tx, payment.reference, {
    windowHours: deps.groupWindowHours,
  });
  if (refusal === 'wallet_short') throw createInsufficientBalanceError(balanceKobo, payment.walletKobo);
  if (refusal) throw new DomainError('cart_changed');
}

/** Waits until another request with the same intent has opened the card page or failed. */
async function waitForLink(deps: InitializePaymentDeps, reference: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < LINK_WAIT_MS; waitedMs += LINK_LOOK_MS) {
    await pause(LINK_LOOK_MS);
    const payment = await findPayment(deps.db, reference);
    if (payment?.status !== 'created') return;
  }
}

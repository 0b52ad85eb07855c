import type { QueryClient } from '@tanstack/react-query';
import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import { addToCart, removeFromCart, updateCartQuantity } from '#contract/member-endpoints.ts';
import type { AddToCartReply, Cart, CartItem } from '#contract/schemas/cart.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { getErrorMessage } from '../../../lib/api/error-message.ts';
import { createRandomUuid } from '../../../lib/browser/random-uuid.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';
import type { AppServices } from '../../../lib/react/services.ts';
import { getSessionUserId } from '../../../lib/session/session.ts';
import { createOfflineStores } from '../../../offline/offline-stores.ts';
import {
  CommandNotStoredError,
  type EndedCommand,
  selectCommandsOfShopper,
} from '../../../offline/outbox/command.ts';
import type { Outbox } from '../../../offline/outbox/outbox.ts';
import {
  type CartCommand,
  type CartCommandPayload,
  type CartLineKey,
  cartCommandRules,
  isSameCartLine,
} from './cart-command-rules.ts';
import { cacheCart, cartQuery, fetchCart } from './cart-queries.ts';
import {
  type AddToCartInput,
  applyQueuedCommandsToCart,
  applyQueuedCommandsToCartItems,
  buildCartItemPreview,
  getCartLineKey,
  prependProductTitle,
} from './cart-view.ts';

/** Sends each change of the cart as one command of the outbox. The command's id is its idempotency key. */

/** `refused`: the server refused the change with this message for the shopper, so the cart is unchanged. */
export type CartChangeEnd = { kind: 'done' } | { kind: 'refused'; message: string };

/** The result of one change of the cart. */
export type CartCommandResult =
  /**
   * The change is stored and sent later, because the phone is offline or the server does not work. `ended` resolves
   * when the server has responded.
   */
  { kind: 'waiting'; ended: Promise<CartChangeEnd> } | CartChangeEnd;

/** Time limit for fetching the cart after a command. The lock between tabs ends 25 s after the command began. */
const SECOND_LOOK_MS = 4_000;

const NOT_KEPT =
  'This change did not reach us, and this phone cannot save it for later. Please check your network and try again.';
const FAILED = 'The cart could not be changed. Please try again.';

function additionOf(addition: AddToCartInput, cart: Cart | undefined): CartCommandPayload {
  const preview = buildCartItemPreview(addition);
  const line = getCartLineKey(preview);
  const known = cart?.items.find((item) => isSameCartLine(getCartLineKey(item), line));
  const { product, unit, quantity, variant } = addition;
  return {
    type: 'cart.add',
    line,
    preview,
    baseQuantity: cart ? (known?.quantity ?? 0) : null,
    body: {
      productId: product._id,
      quantity,
      ...(variant && { variant }),
      ...(unit && {
        sellingUnit: {
          name: unit.name,
          displayName: unit.displayName,
          baseUnitQuantity: unit.baseUnitQuantity,
          priceType: unit.priceType,
          customPrice: unit.customPrice,
        },
      }),
    },
  };
}

export function createCartCommandSubmitter(services: AppServices): CartCommandSubmitter {
  return new CartCommandSubmitter(services.get(createOfflineStores).outbox);
}

class CartCommandSubmitter {
  readonly #outbox: Outbox;
  /**
   * Additions without a response, by shopper and cart line. The server may have applied them, so a repeated tap reuses
   * their key.
   */
  readonly #unanswered = new Map<string, { body: string; key: string }>();

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** Adds a product. The new quantity counts from the cart on this tab: the last response plus all unsent changes. */
  async add(queryClient: QueryClient, addition: AddToCartInput): Promise<CartCommandResult> {
    const userId = getSessionUserId() ?? '';
    const answered = queryClient.getQueryData(cartQuery(userId).queryKey);
    const { view } = this.#outbox;
    const waiting = selectCommandsOfShopper(
      cartCommandRules,
      [...view.waiting(), ...view.unwritten()],
      userId,
    );
    return await this.#submit(additionOf(addition, answered && applyQueuedCommandsToCart(answered, waiting)));
  }

  /**
   * Changes a line's quantity.
   * @param item the line as shown; earlier taps that are still being stored count too.
   */
  async changeQuantity(item: CartItem, by: number): Promise<CartCommandResult> {
    const line = getCartLineKey(item);
    const unwritten = selectCommandsOfShopper(
      cartCommandRules,
      this.#outbox.view.unwritten(),
      getSessionUserId() ?? '',
    );
    const [tapped] = applyQueuedCommandsToCartItems(
      [item],
      unwritten.filter((command) => isSameCartLine(command.line, line)),
    );
    // An earlier tap has already removed the cart line, so its quantity cannot change.
    if (!tapped) return { kind: 'done' };
    const quantity = Math.min(Math.max(tapped.quantity + by, 1), CART_LINE_QUANTITY_MAX);
    return await this.#submit({ type: 'cart.set', line, body: { ...line, quantity } });
  }

  removeLine(line: CartLineKey): Promise<CartCommandResult> {
    return this.#submit({ type: 'cart.remove', line });
  }

  async #submit(fields: CartCommandPayload): Promise<CartCommandResult> {
    const line = JSON.stringify([getSessionUserId(), fields.line]);
    const body = fields.type === 'cart.add' ? JSON.stringify(fields.body) : null;
    const before = this.#unanswered.get(line);
    this.#unanswered.delete(line);
    const key = before && before.body === body ? before.key : createRandomUuid();
    try {
      const outcome = await this.#outbox.submit(cartCommandRules, fields, key);
      if (outcome.kind !== 'waiting') return toCartChangeEnd(outcome);
      // After a 5xx or 429 the command waits. The server may have applied it, so a new command could add twice.
      return { kind: 'waiting', ended: this.#outbox.view.endOf(key).then(toCartChangeEnd) };
    } catch (error) {
      // The change could be neither sent nor stored, so the screen must not show it as done.
      if (!(error instanceof CommandNotStoredError)) throw error;
      // A second tap on the same addition reuses this key, so that the server applies it only once.
      if (body !== null) this.#unanswered.set(line, { body, key });
      return { kind: 'refused', message: NOT_KEPT };
    }
  }
}

function toCartChangeEnd(end: EndedCommand): CartChangeEnd {
  if (end.kind === 'done') return { kind: 'done' };
  return { kind: 'refused', message: getErrorMessage(end.error, FAILED) };
}

function sendCommand(command: CartCommand, signal: AbortSignal): Promise<unknown> {
  const key = { idempotencyKey: command.id };
  switch (command.type) {
    case 'cart.add':
      return callApi(addToCart, { body: command.body, ...key }, signal);
    case 'cart.set':
      return callApi(updateCartQuantity, { body: command.body, ...key }, signal);
    case 'cart.remove': {
      const { productId, variant, sellingUnitName } = command.line;
      const query = { ...(variant && { variant }), ...(sellingUnitName && { sellingUnitName }) };
      return callApi(removeFromCart, { params: { productId }, query, ...key }, signal);
    }
  }
}

/**
 * Sends the command. A repeated command may return an outdated cart, so the current cart is fetched.
 * @returns null when that fetch fails, although the command is done.
 */
async function sendAndSee(command: CartCommand, signal: AbortSignal): Promise<unknown> {
  const reply = await sendCommand(command, signal);
  return command.tries === 1 ? reply : await fetchCart(signal, SECOND_LOOK_MS).catch(() => null);
}

/** Reads the cart from the server's reply. The reply to an addition wraps the cart in `data`. */
function cartOf(reply: unknown): Cart | null {
  const body = reply as (Partial<AddToCartReply> & Partial<Cart>) | null;
  if (body?.data && Array.isArray(body.data.items)) return body.data;
  return Array.isArray(body?.items) ? (body as Cart) : null;
}

/**
 * Registers the cart's commands with the outbox.
 * @param onRefused shows the product's title and the server's message when no screen waits for the command.
 * @param onAdditionRefused called when the server refuses to add a product, which may have been withdrawn.
 */
export function registerCartCommands(
  outbox: Outbox,
  queryClient: QueryClient,
  onRefused: (message: string) => void,
  onAdditionRefused: () => void = () => undefined,
): void {
  const refetch = ({ userId }: CartCommand) => {
    void queryClient.invalidateQueries({ queryKey: cartQueryKeys.cart(userId) });
  };
  outbox.register(cartCommandRules, {
    send: sendAndSee,
    onDone: (command, reply) => {
      const cart = cartOf(reply);
      if (cart) cacheCart(queryClient, command.userId, cart);
      else refetch(command);
    },
    onEndElsewhere: ({ command, reply, atMs }) => {
      const cart = cartOf(reply);
      const seenAtMs = queryClient.getQueryState(cartQueryKeys.cart(command.userId))?.dataUpdatedAt ?? 0;
      // Another tab may have fetched a newer cart while this one was suspended, so only a newer response is stored.
      if (cart && seenAtMs <= atMs) cacheCart(queryClient, command.userId, cart, atMs);
      refetch(command);
    },
    onRefused: (command, error, isAwaited) => {
      refetch(command);
      if (command.type === 'cart.add') onAdditionRefused();
      // A screen that waits for the command shows the error itself, so it must not show twice.
      if (isAwaited) return;
      const cart = queryClient.getQueryData<Cart>(cartQueryKeys.cart(command.userId));
      onRefused(prependProductTitle(cart, command, getErrorMessage(error, FAILED)));
    },
  });
}

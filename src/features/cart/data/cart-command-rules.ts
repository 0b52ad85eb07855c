import type { AddToCartBody, CartItem, UpdateCartQuantityBody } from '#contract/schemas/cart.ts';
import type {
  OutboxCommand,
  OutboxCommandRules,
  UnvalidatedOutboxRow,
} from '../../../offline/outbox/command.ts';

/** Defines the commands that change the cart, and how several queued ones are merged into one. */

/**
 * Identifies a cart line by product, variant and selling unit; null: the product has no variants or no selling units.
 */
export interface CartLineKey {
  productId: string;
  variant: string | null;
  sellingUnitName: string | null;
}

export type CartCommandPayload =
  /** `preview` is only displayed, never sent. `baseQuantity` is the quantity before the addition; null: unknown. */
  | {
      type: 'cart.add';
      line: CartLineKey;
      body: AddToCartBody;
      preview: CartItem;
      baseQuantity: number | null;
    }
  | { type: 'cart.set'; line: CartLineKey; body: UpdateCartQuantityBody }
  | { type: 'cart.remove'; line: CartLineKey };

export type CartCommand = OutboxCommand<CartCommandPayload>;

export function isSameCartLine(a: CartLineKey, b: CartLineKey): boolean {
  return a.productId === b.productId && a.variant === b.variant && a.sellingUnitName === b.sellingUnitName;
}

export const cartCommandRules: OutboxCommandRules<CartCommandPayload> = {
  name: 'cart',
  shapes: {
    'cart.add': ({ line, body, preview, baseQuantity }) =>
      isLine(line) &&
      isAddition(body) &&
      isPreview(preview) &&
      (baseQuantity === null || isNumber(baseQuantity)),
    'cart.set': ({ line, body }) =>
      isLine(line) && isNumber((body as UnvalidatedOutboxRow | null | undefined)?.quantity),
    'cart.remove': ({ line }) => isLine(line),
  },
  coalesce(queue, fields) {
    const own = queue.filter((command) => isSameCartLine(command.line, fields.line));
    const unsent = own.filter((command) => command.sentAt === undefined);
    const ids = (commands: readonly CartCommand[]) => commands.map(({ id }) => id);
    switch (fields.type) {
      case 'cart.add':
        return { drop: [], keep: true };
      case 'cart.set':
        return { drop: ids(unsent.filter(({ type }) => type === 'cart.set')), keep: true };
      case 'cart.remove': {
        // If the server never received the line, its removal is not sent. The first queued command of such a line is an
        // addition to quantity zero.
        const [first] = unsent;
        const isNewLine = first?.type === 'cart.add' && first.baseQuantity === 0;
        return { drop: ids(unsent), keep: own.length > unsent.length || !isNewLine };
      }
    }
  },
  removals: ['cart.remove'],
};

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isLine(value: unknown): boolean {
  const line = value as UnvalidatedOutboxRow | null | undefined;
  return (
    typeof line?.productId === 'string' && isTextOrNull(line.variant) && isTextOrNull(line.sellingUnitName)
  );
}

function isAddition(value: unknown): boolean {
  return typeof (value as UnvalidatedOutboxRow | null | undefined)?.productId === 'string';
}

/** Checks only the stored fields whose damage could crash a screen; a wrong title or description could not. */
function isPreview(value: unknown): boolean {
  const item = value as UnvalidatedOutboxRow | null | undefined;
  const product = item?.product as UnvalidatedOutboxRow | null | undefined;
  return (
    isNumber(item?.quantity) &&
    isNumber(item?.itemPrice) &&
    typeof product?._id === 'string' &&
    Array.isArray(product.images) &&
    Array.isArray(product.pictures)
  );
}

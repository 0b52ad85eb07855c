import type { AddToCartBody, CartItem, UpdateQuantityBody } from '#contract/schemas/cart.ts';

/** What waits to be sent, and how waiting commands melt together. Pure. */

export type OutboxScope = 'cart' | 'notif';

/** A cart line is a product, a variant and a selling unit; null where there is none. */
export interface LineKey {
  productId: string;
  variant: string | null;
  sellingUnitName: string | null;
}

export type Intent =
  /**
   * `preview` is the line as the phone shows it until the server answers; it is never sent. `baseQuantity` is what
   * the line had before, null while no cart was ever seen.
   */
  | { type: 'cart.add'; line: LineKey; body: AddToCartBody; preview: CartItem; baseQuantity: number | null }
  | { type: 'cart.set'; line: LineKey; body: UpdateQuantityBody }
  | { type: 'cart.remove'; line: LineKey }
  | { type: 'notif.read'; noticeId: string }
  | { type: 'notif.delete'; noticeId: string }
  /** `before` is a server time: newer notifications than the shopper saw stay untouched. */
  | { type: 'notif.readAll'; before: string }
  | { type: 'notif.clear'; before: string };

export type Command = Intent & {
  /** Sent as the Idempotency-Key on every try. */
  id: string;
  userId: string;
  scope: OutboxScope;
  /** Milliseconds of the phone's clock; orders the queue and ends it after a day. */
  createdAt: number;
  /** Set before the first try: from then on the server may know the command. */
  sentAt?: number;
  tries: number;
  /** Tries that the server itself answered with a 5xx. */
  serverErrors: number;
};

const COMMAND_MAX_AGE_MS = 24 * 60 * 60_000;
const SERVER_ERRORS_BEFORE_GIVING_UP = 8;

/** True for a command that may not be sent any more. A clock that was set back by more than a day ends it too. */
export function isExpired(command: Command, nowMs: number): boolean {
  return Math.abs(nowMs - command.createdAt) > COMMAND_MAX_AGE_MS;
}

export function scopeOf(intent: Intent): OutboxScope {
  return intent.type.startsWith('cart.') ? 'cart' : 'notif';
}

export function sameLine(a: LineKey, b: LineKey): boolean {
  return a.productId === b.productId && a.variant === b.variant && a.sellingUnitName === b.sellingUnitName;
}

/**
 * What an intent makes of the waiting commands. Only commands that were never sent may go: a sent one may
 * already count at the server.
 *
 * @returns ids to drop, and whether the intent itself still has to be sent.
 */
export function coalesce(queue: readonly Command[], intent: Intent): { drop: string[]; keep: boolean } {
  const unsent = queue.filter((command) => command.sentAt === undefined);
  const ids = (commands: readonly Command[]) => commands.map((command) => command.id);
  switch (intent.type) {
    case 'cart.add':
      return { drop: [], keep: true };
    case 'cart.set':
      return {
        drop: ids(unsent.filter((c) => c.type === 'cart.set' && sameLine(c.line, intent.line))),
        keep: true,
      };
    case 'cart.remove': {
      const own = unsent.filter((c) => 'line' in c && sameLine(c.line, intent.line));
      const wasSent = queue.some(
        (c) => c.sentAt !== undefined && 'line' in c && sameLine(c.line, intent.line),
      );
      // Only the first one saw the server's line; an add behind a remove saw what the remove leaves.
      const [first] = own;
      const isNewLine = first?.type === 'cart.add' && first.baseQuantity === 0;
      return { drop: ids(own), keep: wasSent || !isNewLine };
    }
    case 'notif.read':
      return {
        drop: [],
        keep: !queue.some((c) => c.type === 'notif.read' && c.noticeId === intent.noticeId),
      };
    case 'notif.delete':
      return {
        drop: ids(unsent.filter((c) => c.type === 'notif.read' && c.noticeId === intent.noticeId)),
        keep: true,
      };
    case 'notif.readAll':
      return {
        drop: ids(unsent.filter((c) => c.type === 'notif.read' || c.type === 'notif.readAll')),
        keep: true,
      };
    case 'notif.clear':
      return { drop: ids(unsent.filter((c) => c.scope === 'notif')), keep: true };
  }
}

/** What to do after a try that failed. `status` is the HTTP status, null when no answer came. */
export function afterFailure(
  command: Command,
  status: number | null,
): 'done' | 'retry' | 'give-up' | 'signed-out' {
  if (status === null || status === 408 || status === 425 || status === 429) return 'retry';
  if (status === 401) return 'signed-out';
  if (status >= 500) return command.serverErrors + 1 >= SERVER_ERRORS_BEFORE_GIVING_UP ? 'give-up' : 'retry';
  const isDelete =
    command.type === 'cart.remove' || command.type === 'notif.delete' || command.type === 'notif.clear';
  return status === 404 && isDelete ? 'done' : 'give-up';
}

/** Pause before the next drain: 1 s doubling to 30 s, with up to a quarter of jitter; Retry-After wins. */
export function backoffMs(
  failuresInARow: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const base = Math.min(30_000, 1_000 * 2 ** Math.max(0, failuresInARow - 1));
  return Math.round(base * (1 + random * 0.25));
}

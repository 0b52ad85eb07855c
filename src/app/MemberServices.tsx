import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { registerCartCommands } from '../features/cart/cart-commands.ts';
import { registerNotificationCommands } from '../features/notifications/notification-commands.ts';
import { isApiError, isProxyFault } from '../lib/api-errors.ts';
import { onApiAnswer } from '../lib/api-send.ts';
import { plural } from '../lib/format.ts';
import { checkPair, sessionUserId, useSession } from '../lib/session.ts';
import { useLazyPart } from '../lib/use-lazy-part.tsx';
import type { Failure } from '../offline/outbox/command.ts';
import { outbox, savedCache } from '../offline/phone.ts';
import { showToast } from '../ui/toast.ts';
import { outboxScopes } from './outbox-scopes.ts';

const loadPaymentKeeper = async () => (await import('../features/checkout/PaymentKeeper.tsx')).PaymentKeeper;
const loadRealtime = async () => (await import('./Realtime.tsx')).Realtime;

let isStarted = false;

function failureOf(error: unknown): Failure {
  return isApiError(error)
    ? { status: error.status, retryAfterMs: error.retryAfterMs, isFromProxy: isProxyFault(error) }
    : { status: null, retryAfterMs: null, isFromProxy: false };
}

/** The stored shopper, and nobody while another tab holds another one. */
function sender(): string | null {
  return checkPair() ? sessionUserId() : null;
}

function tellExpired(count: number): void {
  showToast({
    kind: 'warning',
    message: `${plural(count, 'change')} could not be saved. Please check your cart.`,
  });
}

/**
 * Asks the browser once to keep the shop's storage, at the first thing put into the cart. Not at the start: a
 * browser that knows the shopper uses the shop is likelier to say yes.
 */
function keepStorageOnceUsed(): void {
  const unsubscribe = outbox.view.subscribe(() => {
    if (!outbox.view.waiting().some((command) => command.type === 'cart.add')) return;
    unsubscribe();
    void navigator.storage?.persist?.();
  });
}

/** What works for a member on every page: the outbox that sends, the watch over payments, the socket. */
export function MemberServices() {
  const queryClient = useQueryClient();
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : null;

  useEffect(() => {
    if (isStarted) return;
    isStarted = true;
    registerCartCommands(queryClient, (message) => showToast({ kind: 'error', message }));
    registerNotificationCommands(queryClient);
    outbox.start({
      scopes: outboxScopes,
      userId: sender,
      failureOf,
      onExpired: tellExpired,
      saved: savedCache,
    });
    onApiAnswer(outbox.noteServerAnswer);
    keepStorageOnceUsed();
  }, [queryClient]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another shopper, another outbox
  useEffect(() => {
    void outbox.adoptUser();
  }, [userId]);

  useEffect(() => {
    if (userId === null) return;
    // What puts into the cart must be on the phone before the line is gone.
    import('../features/cart/add-to-cart.ts').catch(() => undefined);
  }, [userId]);

  const PaymentKeeper = useLazyPart(loadPaymentKeeper, userId !== null);
  const Realtime = useLazyPart(loadRealtime, userId !== null);

  if (userId === null) return null;
  return (
    <>
      {PaymentKeeper && <PaymentKeeper />}
      {Realtime && <Realtime />}
    </>
  );
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { cartCommandRules } from '../../features/cart/data/cart-command-rules.ts';
import { registerCartCommands } from '../../features/cart/data/cart-commands.ts';
import { registerProductAlertCommands } from '../../features/group/alert/product-alert-commands.ts';
import { registerNotificationCommands } from '../../features/notifications/data/notification-commands.ts';
import { productQueryKeys } from '../../features/product/data/product-keys.ts';
import { registerReviewCommands } from '../../features/reviews/review-commands.ts';
import { onApiResponse } from '../../lib/api/api-send.ts';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { getSessionUserId, syncSessionWithStorage, useSession } from '../../lib/session/session.ts';
import { type OfflineStores, useOfflineStores } from '../../offline/offline-stores.ts';
import { showToast } from '../../ui/message/toast.ts';

const loadPaymentService = () => import('../../features/checkout/payment/PaymentService.tsx');
const loadRealtime = () => import('./Realtime.tsx');

/**
 * @returns the id of the stored shopper; null while another tab has signed in another shopper, whose data this tab must
 * not send.
 */
function sender(): string | null {
  return syncSessionWithStorage() ? getSessionUserId() : null;
}

function showExpiredCommands(scopes: readonly (string | null)[]): void {
  const isCartOnly = scopes.every((scope) => scope === cartCommandRules.name);
  const advice = isCartOnly ? 'check your cart' : `make ${scopes.length === 1 ? 'it' : 'them'} again`;
  const message = `${formatCountWithNoun(scopes.length, 'change')} could not be saved. Please ${advice}.`;
  showToast({ kind: 'warning', message });
}

/** Requests persistent storage once, at the first cart change, because browsers prefer to grant it to used sites. */
function keepStorageOnceUsed({ outbox }: OfflineStores): void {
  const unsubscribe = outbox.view.subscribe(() => {
    if (!outbox.view.waiting().some((command) => command.type === 'cart.add')) return;
    unsubscribe();
    void navigator.storage?.persist?.();
  });
}

function startOutbox(phone: OfflineStores, queryClient: QueryClient): void {
  const { outbox } = phone;
  const onRefused = (message: string) => showToast({ kind: 'error', message });
  const refetchProducts = () => void queryClient.invalidateQueries({ queryKey: productQueryKeys.all });
  registerCartCommands(outbox, queryClient, onRefused, refetchProducts);
  registerNotificationCommands(outbox, queryClient);
  registerProductAlertCommands(outbox, queryClient, onRefused);
  registerReviewCommands(outbox, queryClient, {
    onChanged: refetchProducts,
    onRefused,
  });
  outbox.start({
    userId: sender,
    onExpired: showExpiredCommands,
    cache: {
      whenRead: async () => await phone.cache?.whenRead(),
      persist: async () => await phone.cache?.persist(),
    },
  });
  onApiResponse(outbox.noteServerAnswer);
  keepStorageOnceUsed(phone);
}

/** Runs the member's background services: the outbox, payment polling and the socket. */
export function MemberBackgroundServices() {
  const queryClient = useQueryClient();
  const phone = useOfflineStores();
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : null;

  useEffect(() => {
    if (!phone.outbox.isStarted()) startOutbox(phone, queryClient);
  }, [phone, queryClient]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outbox loads the commands of each new shopper
  useEffect(() => {
    void phone.outbox.adoptUser();
  }, [userId]);

  const PaymentService = useLazyComponent(loadPaymentService, userId !== null);
  const Realtime = useLazyComponent(loadRealtime, userId !== null);

  if (userId === null) return null;
  return (
    <>
      {PaymentService && <PaymentService />}
      {Realtime && <Realtime />}
    </>
  );
}

import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Cart } from '#contract/schemas/cart.ts';
import { type UseCartResult, useCart } from '../../features/cart/data/use-cart.ts';
import { useCartSavingState } from '../../features/cart/data/use-cart-saving.ts';
import { CartRefundGuarantee } from '../../features/cart/page/CartRefundGuarantee.tsx';
import {
  CART_SAVING_STUCK_ELEMENT_ID,
  CartSavingStuckMessage,
} from '../../features/cart/page/CartSavingStuckMessage.tsx';
import {
  AllProductsWithdrawnMessage,
  CartLoadError,
  CartSkeleton,
  hasNoBuyableItems,
} from '../../features/cart/page/CartStates.tsx';
import { OrderSummary } from '../../features/cart/page/OrderSummary.tsx';
import { SavedCartAge } from '../../features/cart/page/SavedCartAge.tsx';
import { doesAttemptBlockPayment } from '../../features/checkout/attempts/attempt.ts';
import { EMPTY_DELIVERY_INPUT } from '../../features/checkout/delivery/delivery-checks.ts';
import { useDeliveryDraft } from '../../features/checkout/delivery/use-delivery-draft.ts';
import { CheckoutForm } from '../../features/checkout/form/CheckoutForm.tsx';
import { PaymentMethodFields } from '../../features/checkout/form/PaymentMethodFields.tsx';
import { useFreshWalletBalance } from '../../features/checkout/form/use-fresh-wallet-balance.ts';
import { useWalletPaymentAmount } from '../../features/checkout/form/use-wallet-payment-amount.ts';
import { usePaymentAttempts } from '../../features/checkout/payment/transient-payment-state.ts';
import { useStartPayment } from '../../features/checkout/payment/use-start-payment.ts';
import { CardPaymentResultPanel } from '../../features/checkout/return/CardPaymentResultPanel.tsx';
import {
  UNFINISHED_PAYMENT_ELEMENT_ID,
  UnfinishedPaymentActions,
} from '../../features/checkout/unfinished/UnfinishedPayment.tsx';
import { UnfinishedPaymentPanel } from '../../features/checkout/unfinished/UnfinishedPaymentPanel.tsx';
import { screenPaths } from '../../lib/paths.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { useAppService } from '../../lib/react/services.ts';
import { useSession } from '../../lib/session/session.ts';
import { createReloadBlockers } from '../../offline/updates/reload-blockers.ts';
import { ErrorMessageBox } from '../../ui/message/ErrorMessageBox.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

const NO_BALANCE_ID = 'balance-not-checked';

/**
 * Renders /checkout: pickup and payment. An empty cart redirects to /cart, but after a successful payment to /account.
 */
export default function CheckoutRoute() {
  const state = useCart();
  const attempts = usePaymentAttempts();
  const hasResult = attempts.some((attempt) => attempt.state === 'confirmed' && !attempt.acknowledged);
  const [hadResult, setHadResult] = useState(hasResult);
  if (hasResult && !hadResult) setHadResult(true);
  const { error, failureReason, isPaused, refetch } = state;
  // The server empties the cart before its response to the payment arrives, so the form shows the paid cart until then.
  const isPaying = hasResult || attempts.some((attempt) => attempt.state === 'initialising');
  const [shown, setShown] = useState(state.cart);
  const cart = isPaying && shown && state.cart?.items.length === 0 ? shown : state.cart;
  if (cart !== shown) setShown(cart);
  // On a slow phone the emptied cart renders before the navigation to the account, so an empty cart redirects there
  // too.
  if (cart && cart.items.length === 0 && !hasResult)
    return <Navigate to={hadResult ? screenPaths.account : screenPaths.cart} replace />;
  const isWithdrawn = cart !== undefined && cart.items.length > 0 && hasNoBuyableItems(cart);
  return (
    <div className="page stack" data-gap="5">
      <DocumentTitle>Checkout</DocumentTitle>
      <h1>Checkout</h1>
      <CardPaymentResultPanel />
      {cart && <SavedCartAge {...state} />}
      {cart && isWithdrawn && (
        <>
          <UnfinishedPaymentPanel hasNothingToBuy />
          <AllProductsWithdrawnMessage cart={cart} />
        </>
      )}
      {cart && !isWithdrawn && <Payable {...state} cart={cart} />}
      {!cart && !(error ?? failureReason) && !isPaused && <CartSkeleton />}
      {!cart && (Boolean(error ?? failureReason) || isPaused) && (
        <CartLoadError isOffline={isPaused} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function Payable({ cart, waiting, updatedAt, refetch }: UseCartResult & { cart: Cart }) {
  const session = useSession();
  const attempts = usePaymentAttempts();
  const { balance, refetch: askAgain } = useFreshWalletBalance(cart.walletBalance, updatedAt, refetch);
  const { walletUse, setWalletUse, awaitsBalance } = useWalletPaymentAmount(cart.totalPrice, balance);
  const saving = useCartSavingState(waiting);
  const payment = useStartPayment();
  const [leftKey, setLeftKey] = useState(useLeftInCart());
  const left = attempts.find(({ key }) => key === leftKey) ?? null;
  const user = session.status === 'member' ? session.user : null;

  useBackFromCardPage(payment.reset);
  const busy = useAppService(createReloadBlockers);
  useEffect(() => busy.holdCheckout(), [busy]);
  const { draft, saveDraft } = useDeliveryDraft(user?.id ?? null);
  if (user === null || draft === undefined) return null;
  const unfinished =
    payment.phase === 'idle' && attempts.find((row) => doesAttemptBlockPayment(row) && row.key !== leftKey);
  const blockedLabel =
    (unfinished && 'Unfinished payment') ||
    (saving === 'saving' && 'Saving your cart...') ||
    (saving === 'stuck' && 'Not saved yet') ||
    (awaitsBalance && (askAgain ? 'Balance not checked' : 'Checking your balance...')) ||
    null;
  const blockedBy =
    (unfinished && UNFINISHED_PAYMENT_ELEMENT_ID) ||
    (saving === 'stuck' && CART_SAVING_STUCK_ELEMENT_ID) ||
    (saving === 'saved' && awaitsBalance && askAgain && NO_BALANCE_ID) ||
    undefined;

  return (
    <>
      {unfinished && (
        <UnfinishedPaymentActions attempt={unfinished} onPayAnotherWay={() => setLeftKey(unfinished.key)} />
      )}
      <CheckoutForm
        // The `key` changes when a saved draft loads after the form, which mounts the form again with the draft's
        // values.
        key={JSON.stringify(draft)}
        initial={draft ?? { ...EMPTY_DELIVERY_INPUT, phone: user.phone }}
        onDraft={(delivery) => {
          payment.clearMessage();
          saveDraft(delivery);
        }}
        onPay={(delivery) =>
          void payment.pay({ userId: user.id, cart, walletUse, delivery, insteadOf: left })
        }
        phase={payment.phase}
        message={payment.message}
        totalNaira={cart.totalPrice}
        blockedLabel={blockedLabel}
        blockedBy={blockedBy}
        payment={
          <PaymentMethodFields
            totalNaira={cart.totalPrice}
            balanceNaira={balance ?? (updatedAt > 0 && cart.walletBalance === 0 ? 0 : null)}
            walletUse={walletUse}
            onWalletUse={setWalletUse}
            disabled={payment.phase !== 'idle'}
          />
        }
        summary={(payButton: TextFreeChildren) => (
          <OrderSummary cart={cart} walletPaymentNaira={walletUse} withLines>
            {payButton}
            <CartRefundGuarantee items={cart.items} />
            <CartSavingStuckMessage saving={saving} />
            {awaitsBalance && askAgain && (
              <ErrorMessageBox id={NO_BALANCE_ID} onRetry={askAgain}>
                Your balance could not be checked.
              </ErrorMessageBox>
            )}
          </OrderSummary>
        )}
      />
    </>
  );
}

/**
 * @returns the key of the unfinished payment for which the shopper tapped "Pay another way" in the cart; null: none.
 */
function useLeftInCart(): string | null {
  const { insteadOf = null } = (useLocation().state ?? {}) as { insteadOf?: string };
  return insteadOf;
}

/** Enables the pay button after Back from the card page, because the browser shows the page as it was left. */
function useBackFromCardPage(onBack: () => void): void {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) onBack();
    };
    addEventListener('pageshow', handleShow);
    return () => removeEventListener('pageshow', handleShow);
  }, [onBack]);
}

import { useLocation } from 'react-router-dom';
import { CartDate } from '../features/cart/CartDate.tsx';
import { CartList } from '../features/cart/CartList.tsx';
import { CartSavingNote } from '../features/cart/CartSavingNote.tsx';
import {
  CartEmpty,
  CartFailed,
  CartSkeleton,
  CartWithdrawn,
  hasNothingToBuy,
} from '../features/cart/CartStates.tsx';
import { CheckoutLink } from '../features/cart/CheckoutLink.tsx';
import { OrderSummary } from '../features/cart/OrderSummary.tsx';
import { PreservedCartBanner } from '../features/cart/PreservedCartBanner.tsx';
import { type CartState, useCart } from '../features/cart/use-cart.ts';
import { useCartSaving } from '../features/cart/use-cart-saving.ts';
import { PaymentChoice } from '../features/checkout/PaymentChoice.tsx';
import { PaymentReturnPanel } from '../features/checkout/PaymentReturnPanel.tsx';
import { parsePaymentReturn } from '../features/checkout/payment-return.ts';
import { CONFIRMING_MESSAGE } from '../features/checkout/payment-return-message.ts';
import { UnfinishedPaymentPanel } from '../features/checkout/UnfinishedPaymentPanel.tsx';
import { usePaymentReturn } from '../features/checkout/use-payment-return.ts';
import { useWalletUse } from '../features/checkout/use-wallet-use.ts';
import { useSession } from '../lib/session.ts';
import { Note } from '../ui/Note.tsx';
import { PageTitle } from '../ui/PageMeta.tsx';

/** Renders /cart: the lines, the summary, the payment choice and the result of a returned payment. */
export function CartRoute() {
  const session = useSession();
  const returnedAt = usePaymentReturn(session.status === 'member' ? session.user.id : null);
  const state = useCart({ asksAnew: true });
  // Renders nothing until the payment return is stored, because it may change the messages.
  const returning = parsePaymentReturn(useLocation().search);
  return (
    <div className="page stack" data-gap="5">
      <PageTitle>Cart</PageTitle>
      <h1>Cart</h1>
      {returning ? (
        <>
          {(returning.hint === 'success' || returning.hint === 'returned') && (
            <Note>{CONFIRMING_MESSAGE}</Note>
          )}
          <CartSkeleton />
        </>
      ) : (
        <>
          <PaymentReturnPanel />
          <UnfinishedPaymentPanel hasNothingToBuy={state.cart !== undefined && hasNothingToBuy(state.cart)} />
          {(state.cart?.items.length ?? 0) > 0 && <PreservedCartBanner returnedAt={returnedAt} />}
          <CartContent {...state} />
        </>
      )}
    </div>
  );
}

function CartContent(state: CartState) {
  const { cart, error, failureReason, waiting, updatedAt, isSaved, isPaused, refetch } = state;
  const total = cart?.totalPrice ?? 0;
  // An unsent cart has no wallet balance, and a saved cart's balance may be out of date.
  const balance = cart && updatedAt > 0 && !isSaved ? cart.walletBalance : null;
  const { walletUse, setWalletUse } = useWalletUse(total, balance);
  const saving = useCartSaving(waiting);
  if (!cart) {
    const failed = error ?? failureReason;
    if (!failed && !isPaused) return <CartSkeleton />;
    return <CartFailed isOffline={isPaused} onRetry={() => void refetch()} />;
  }
  if (cart.items.length === 0) return <CartEmpty />;
  if (hasNothingToBuy(cart)) return <CartWithdrawn cart={cart} />;
  return (
    <div className="split">
      <div className="stack">
        <CartDate {...state} />
        <CartList items={cart.items} />
      </div>
      <OrderSummary cart={cart} walletUse={walletUse}>
        <hr className="rule" />
        <PaymentChoice
          totalNaira={total}
          balanceNaira={balance}
          walletUse={walletUse}
          onWalletUse={setWalletUse}
        />
        <CheckoutLink saving={saving} />
        <CartSavingNote saving={saving} />
      </OrderSummary>
    </div>
  );
}

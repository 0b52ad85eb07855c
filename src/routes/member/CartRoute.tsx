import { useLocation } from 'react-router-dom';
import { type UseCartResult, useCart } from '../../features/cart/data/use-cart.ts';
import { useCartSavingState } from '../../features/cart/data/use-cart-saving.ts';
import { CartLineList } from '../../features/cart/page/CartLineList.tsx';
import { CartRefundGuarantee } from '../../features/cart/page/CartRefundGuarantee.tsx';
import { CartSavingStuckMessage } from '../../features/cart/page/CartSavingStuckMessage.tsx';
import {
  AllProductsWithdrawnMessage,
  CartLoadError,
  CartSkeleton,
  EmptyCartMessage,
  hasNoBuyableItems,
} from '../../features/cart/page/CartStates.tsx';
import { CheckoutLink } from '../../features/cart/page/CheckoutLink.tsx';
import { OrderSummary } from '../../features/cart/page/OrderSummary.tsx';
import { PreservedCartBanner } from '../../features/cart/page/PreservedCartBanner.tsx';
import { SavedCartAge } from '../../features/cart/page/SavedCartAge.tsx';
import { PaymentMethodFields } from '../../features/checkout/form/PaymentMethodFields.tsx';
import { useWalletPaymentAmount } from '../../features/checkout/form/use-wallet-payment-amount.ts';
import { CardPaymentResultPanel } from '../../features/checkout/return/CardPaymentResultPanel.tsx';
import { parseCardPageReturnParams } from '../../features/checkout/return/payment-return.ts';
import { CONFIRMING_PAYMENT_MESSAGE } from '../../features/checkout/return/payment-return-message.ts';
import { useStoreCardPageReturn } from '../../features/checkout/return/use-payment-return.ts';
import { UnfinishedPaymentPanel } from '../../features/checkout/unfinished/UnfinishedPaymentPanel.tsx';
import { useSession } from '../../lib/session/session.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

/** Renders /cart: the lines, the summary, the payment choice and the result of a returned payment. */
export default function CartRoute() {
  const session = useSession();
  const returnedAt = useStoreCardPageReturn(session.status === 'member' ? session.user.id : null);
  const state = useCart({ refetchesRestoredCart: true });
  // After a return from the card page the cart shows only once the return is stored, because the messages depend on it.
  const returning = parseCardPageReturnParams(useLocation().search);
  return (
    <div className="page stack" data-gap="5">
      <DocumentTitle>Cart</DocumentTitle>
      <h1>Cart</h1>
      {returning ? (
        <>
          {(returning.hint === 'success' || returning.hint === 'returned') && (
            <MessageBox>{CONFIRMING_PAYMENT_MESSAGE}</MessageBox>
          )}
          <CartSkeleton />
        </>
      ) : (
        <>
          <CardPaymentResultPanel />
          <UnfinishedPaymentPanel
            hasNothingToBuy={state.cart !== undefined && hasNoBuyableItems(state.cart)}
          />
          {(state.cart?.items.length ?? 0) > 0 && <PreservedCartBanner returnedAt={returnedAt} />}
          <CartContent {...state} />
        </>
      )}
    </div>
  );
}

function CartContent(state: UseCartResult) {
  const { cart, error, failureReason, waiting, updatedAt, isSaved, isPaused, refetch } = state;
  const total = cart?.totalPrice ?? 0;
  // The wallet balance of a saved cart may be outdated, so only the balance of a fetched cart is used.
  const balance = cart && updatedAt > 0 && !isSaved ? cart.walletBalance : null;
  const { walletUse, setWalletUse } = useWalletPaymentAmount(total, balance);
  const saving = useCartSavingState(waiting);
  if (!cart) {
    const failed = error ?? failureReason;
    if (!failed && !isPaused) return <CartSkeleton />;
    return <CartLoadError isOffline={isPaused} onRetry={() => void refetch()} />;
  }
  if (cart.items.length === 0) return <EmptyCartMessage />;
  if (hasNoBuyableItems(cart)) return <AllProductsWithdrawnMessage cart={cart} />;
  return (
    <div className="split">
      <div className="stack">
        <SavedCartAge {...state} />
        <CartLineList items={cart.items} />
      </div>
      <OrderSummary cart={cart} walletPaymentNaira={walletUse}>
        <hr className="rule" />
        <PaymentMethodFields
          totalNaira={total}
          balanceNaira={balance ?? (updatedAt > 0 && cart.walletBalance === 0 ? 0 : null)}
          walletUse={walletUse}
          onWalletUse={setWalletUse}
        />
        <CheckoutLink saving={saving} />
        <CartRefundGuarantee items={cart.items} />
        <CartSavingStuckMessage saving={saving} />
      </OrderSummary>
    </div>
  );
}

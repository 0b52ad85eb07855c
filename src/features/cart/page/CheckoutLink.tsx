import { screenPaths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/control/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { CART_SAVING_STUCK_ELEMENT_ID } from './CartSavingStuckMessage.tsx';

/**
 * Links to checkout. It is disabled until the server has every change, because the payment is for the server's cart.
 */
export function CheckoutLink({ saving }: { saving: 'saved' | 'saving' | 'stuck' }) {
  return (
    <>
      {saving === 'saved' ? (
        <ButtonLink wide to={screenPaths.checkout}>
          Checkout
        </ButtonLink>
      ) : (
        <Button
          wide
          busyLabel={saving === 'saving' ? 'Saving your cart...' : 'Checkout'}
          blockedBy={saving === 'stuck' ? CART_SAVING_STUCK_ELEMENT_ID : undefined}
        />
      )}
      <p className="tiny muted row" data-gap="2">
        <Icon name="shield" size="sm" />
        <span>Discounts apply only when the minimum number of buyers is reached.</span>
      </p>
    </>
  );
}

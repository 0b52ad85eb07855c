import { cartTexts } from '#contract/texts.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/control/Button.tsx';
import { IconDisc } from '../../../ui/icon/IconDisc.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  /** True: the addition is stored on the phone until there is a connection. */
  isQueued: boolean;
  /** What was added: quantity, product and unit, such as `2 × Rice · 1 bag`. */
  line: string;
  onClose: () => void;
}

/** Says that the product is in the cart and links to it. @source spec section 2 (Product page) */
export function AddedToCartDialog({ isQueued, line, onClose }: Props) {
  return (
    <Dialog
      title={isQueued ? "Will be added when you're back online" : cartTexts.added}
      figure={
        <IconDisc icon={isQueued ? 'wifi-off' : 'check'} tone={isQueued ? 'maize' : 'success'} size="xl" />
      }
      onClose={onClose}
    >
      <p className="small strong">{line}</p>
      <p className="muted small">
        {isQueued ? 'Your spot is kept once you have paid.' : 'Pay now to keep your spot.'}
      </p>
      <ButtonLink wide to={screenPaths.cart} replace data-autofocus="">
        Go to Cart
      </ButtonLink>
    </Dialog>
  );
}

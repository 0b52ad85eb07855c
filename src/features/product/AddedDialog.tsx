import { cartTexts } from '#contract/texts.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Disc } from '../../ui/Disc.tsx';

interface Props {
  /** The addition waits on the phone for a connection, or for a server in trouble. */
  isQueued: boolean;
  /** What was added and how many of it: `2 × Rice · 1 bag`. */
  line: string;
  onClose: () => void;
}

/** Says that the product lies in the cart, and leads there. @source spec section 2 (Product page) */
export function AddedDialog({ isQueued, line, onClose }: Props) {
  return (
    <Dialog
      title={isQueued ? "Will be added when you're back online" : cartTexts.added}
      figure={<Disc icon={isQueued ? 'wifi-off' : 'check'} tone={isQueued ? 'maize' : 'success'} size="xl" />}
      onClose={onClose}
    >
      <p className="small strong">{line}</p>
      <p className="muted small">Your spot is kept only when payment is made.</p>
      <ButtonLink wide to={paths.cart} replace data-autofocus="">
        Go to Cart
      </ButtonLink>
    </Dialog>
  );
}

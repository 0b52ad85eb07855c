import { paths, withListingUrl } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  slug: string;
  onAdd: () => void;
  /** The visitor is on the way to sign in. */
  onLogin: () => void;
  isAdding: boolean;
}

/**
 * The member's button and the visitor's link. Until the session is known both are in the page and the mark
 * on `<html>` shows one: no flash of the wrong one, no shift.
 */
export function BuyButton({ slug, onAdd, onLogin, isAdding }: Props) {
  const { status } = useSession();
  return (
    <div>
      {status !== 'visitor' && (
        <span className="member-only">
          <Button wide onClick={onAdd} busyLabel={isAdding && 'Adding...'}>
            <Icon name="cart" size="sm" />
            Add to cart
          </Button>
        </span>
      )}
      {status !== 'member' && (
        <span className="visitor-only">
          <ButtonLink
            wide
            to={withListingUrl(paths.signIn, slug)}
            state={{ listing_url: slug }}
            onClick={onLogin}
          >
            Login to join Group Buy!
          </ButtonLink>
        </span>
      )}
    </div>
  );
}

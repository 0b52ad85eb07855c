import { screenPaths } from '../../../lib/paths.ts';
import { addReturnProductParam } from '../../../lib/session/after-sign-in.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button, ButtonLink } from '../../../ui/control/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';

interface Props {
  slug: string;
  onAdd: () => void;
  /** Called when the visitor chooses to sign in. */
  onLogin: () => void;
  isAdding: boolean;
}

/**
 * Renders the buttons for guests and members. A marker on `<html>` hides the wrong button before the session is known.
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
            to={addReturnProductParam(screenPaths.signIn, slug)}
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

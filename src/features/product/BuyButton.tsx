import { addListingUrlParam, screenPaths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  slug: string;
  onAdd: () => void;
  /** Runs when the visitor chooses to sign in. */
  onLogin: () => void;
  isAdding: boolean;
}

/** Renders both variants until the session is known; a marker on `<html>` shows the right one without flicker. */
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
            to={addListingUrlParam(screenPaths.signIn, slug)}
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

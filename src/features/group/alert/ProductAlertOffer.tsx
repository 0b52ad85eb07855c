import { ALMOST_FULL_PERCENT } from '#contract/rules/group/deal-stage.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { addReturnProductParam } from '../../../lib/session/after-sign-in.ts';
import { useSession } from '../../../lib/session/session.ts';
import { ButtonLink } from '../../../ui/control/Button.tsx';
import type { DisplayedGroupProgress } from '../progress/displayed-progress.ts';
import { ProductAlertToggle } from './ProductAlertToggle.tsx';

interface Props {
  product: { _id: string; slug: string };
  /** Progress of the product's current group. */
  progress: DisplayedGroupProgress;
}

/** Offers a notification when a group of the product opens or is almost full. A visitor has to sign in first. */
export function ProductAlertOffer({ product, progress }: Props) {
  const session = useSession();
  const offer = describeOffer(progress);
  if (session.status === 'visitor') {
    const { slug } = product;
    return (
      <ButtonLink
        small
        variant="line"
        to={addReturnProductParam(screenPaths.signIn, slug)}
        state={{ listing_url: slug }}
      >
        {offer}
      </ButtonLink>
    );
  }
  if (session.status !== 'member') return null;
  return <ProductAlertToggle userId={session.user.id} productId={product._id} buttonLabel={offer} />;
}

function describeOffer({ groupId, spotsRemaining, progressPercentage }: DisplayedGroupProgress): string {
  if (groupId === null) return 'Tell me when a group opens';
  if (spotsRemaining > 0 && progressPercentage < ALMOST_FULL_PERCENT)
    return `Tell me when it is ${ALMOST_FULL_PERCENT}% full`;
  return 'Tell me when the next group opens';
}

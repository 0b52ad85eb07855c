import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import { ProductAlertOffer } from './alert/ProductAlertOffer.tsx';
import { InvitationUrlRestorer } from './invitation/InvitationUrlRestorer.tsx';
import type { DisplayedGroupProgress } from './progress/displayed-progress.ts';

interface Props {
  product: { _id: string; slug: string };
  progress: DisplayedGroupProgress;
  /** Group link that opened the page; null: the page was not opened by a shared link to a group. */
  invitation: GroupInvitationLink | null;
}

/** Shows the product's alert button, and the link back to an invitation after a sign-in. Loaded after the page. */
export default function GroupExtras({ product, progress, invitation }: Props) {
  return (
    <>
      <InvitationUrlRestorer slug={product.slug} invitation={invitation} />
      <ProductAlertOffer product={product} progress={progress} />
    </>
  );
}

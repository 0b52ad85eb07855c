import type { GroupInvitationLink } from '#contract/group-invitation.ts';
import type { DisplayedGroupProgress } from './displayed-progress.ts';
import { InvitationReturn } from './InvitationReturn.tsx';
import { ProductAlert } from './ProductAlert.tsx';

interface Props {
  product: { _id: string; slug: string };
  progress: DisplayedGroupProgress;
  /** Set for who opened a shared link to a group. */
  invitation: GroupInvitationLink | null;
}

/** Has what a product page loads after its own code: the offer to tell, and the way back to an invitation. */
export function GroupExtras({ product, progress, invitation }: Props) {
  return (
    <>
      <InvitationReturn slug={product.slug} invitation={invitation} />
      <ProductAlert product={product} progress={progress} />
    </>
  );
}

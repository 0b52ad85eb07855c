import type { GroupInvitationLink } from '#contract/group-invitation.ts';
import type { DisplayedGroupProgress } from './displayed-progress.ts';
import { InvitationReturn } from './InvitationReturn.tsx';
import { ProductAlert } from './ProductAlert.tsx';

interface Props {
  product: { _id: string; slug: string };
  progress: DisplayedGroupProgress;
  /** Set when a shared link to a group opened the page; null otherwise. */
  invitation: GroupInvitationLink | null;
}

/** Loads after the product page: the alert button, and the link back to an invitation after a sign-in. */
export default function GroupExtras({ product, progress, invitation }: Props) {
  return (
    <>
      <InvitationReturn slug={product.slug} invitation={invitation} />
      <ProductAlert product={product} progress={progress} />
    </>
  );
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatGroupInvitation, type GroupInvitationLink } from '#contract/group-invitation.ts';
import { useSession } from '../../lib/session.ts';
import { storeInvitation, takeStoredInvitation } from './stored-invitation.ts';

interface Props {
  slug: string;
  invitation: GroupInvitationLink | null;
}

/**
 * Brings who signs in back to the address of the invitation. The address of sign-in carries the product alone, so the
 * tab remembers to which of its groups a visitor was invited.
 */
export function InvitationReturn({ slug, invitation }: Props) {
  const { status } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (invitation && status === 'visitor') storeInvitation(slug, invitation);
    if (invitation || status !== 'member') return;
    const stored = takeStoredInvitation(slug);
    if (stored) void navigate({ search: formatGroupInvitation(stored) }, { replace: true });
  }, [slug, invitation, status, navigate]);
  return null;
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  formatGroupInvitationQuery,
  type GroupInvitationLink,
} from '#contract/rules/group/group-invitation.ts';
import { useSession } from '../../../lib/session/session.ts';
import { consumeStoredInvitation, storeInvitation } from './stored-invitation.ts';

interface Props {
  slug: string;
  invitation: GroupInvitationLink | null;
}

/**
 * Puts a group invitation back into the product page's URL after sign-in, which returns to the URL without the
 * invitation.
 */
export function InvitationUrlRestorer({ slug, invitation }: Props) {
  const { status } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (invitation && status === 'visitor') storeInvitation(slug, invitation);
    if (invitation || status !== 'member') return;
    const stored = consumeStoredInvitation(slug);
    if (stored) void navigate({ search: formatGroupInvitationQuery(stored) }, { replace: true });
  }, [slug, invitation, status, navigate]);
  return null;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import { groupInvitationQuery } from '../group-queries.ts';
import type { DisplayedGroupProgress } from '../progress/displayed-progress.ts';
import styles from '../progress/GroupProgress.module.css';
import { describeGroupInvitation } from './describe-invitation.ts';

interface Props {
  link: GroupInvitationLink;
  productId: string;
  /** Progress of the product's current group. */
  progress: DisplayedGroupProgress;
  baseUnitName: string | null;
}

/** Shows whose group a shared link leads to and what it still needs, or which group to join instead. */
export function GroupInvitationMessage({ link, productId, progress, baseUnitName }: Props) {
  const { data: invitation, refetch } = useQuery(groupInvitationQuery(link));
  // The group has ended since the invitation was fetched, or waits for its last payments.
  const isEnded = invitation?.status === 'active' && progress.groupId !== link.groupId;
  useEffect(() => {
    if (isEnded) void refetch();
  }, [isEnded, refetch]);
  if (invitation?.productId !== productId) return null;
  const { state, next } = describeGroupInvitation(invitation, progress, baseUnitName);
  return (
    <div className={styles.invitation}>
      <MessageBox icon="users" role="note" aria-label="Invitation">
        {/* Keys, as React could not take the text that a translator replaced out of a kept element. */}
        {invitation.sharedBy === null ? (
          <strong key="group">This group</strong>
        ) : (
          <strong key="sharer">
            <span translate="no">{`${invitation.sharedBy}'s`}</span> group
          </strong>
        )}{' '}
        <strong>{state}</strong> <span>{next}</span>
      </MessageBox>
    </div>
  );
}

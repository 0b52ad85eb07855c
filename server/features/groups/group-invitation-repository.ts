import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import { formatFirstName } from '#contract/rules/people/short-name.ts';
import type { GroupInvitation } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

/** The part of an invitation that is read from the database. */
export type StoredGroupInvitation = Omit<GroupInvitation, 'previewImage'>;

type InvitationRow = Omit<StoredGroupInvitation, 'sharedBy'> & { name: string | null };

/**
 * Finds the group of an invitation link. The sender is named only while in the group, so that a referral code alone
 * reveals no name.
 * @returns null for an unknown group and for a solo purchase.
 */
export async function findGroupInvitation(
  db: Queryable,
  { groupId, referralCode }: GroupInvitationLink,
): Promise<StoredGroupInvitation | null> {
  const [row] = await db.query<InvitationRow>(
    `SELECT g.id AS "groupId", g.product_id AS "productId", g.status, u.name
     FROM groups g
     LEFT JOIN users u ON u.referral_code = upper($2) AND u.social_proof AND u.deleted_at IS NULL
       AND EXISTS (SELECT FROM group_members m WHERE m.group_id = g.id AND m.user_id = u.id AND m.units > 0)
     WHERE g.id = $1 AND g.kind = 'open'`,
    [groupId, referralCode],
  );
  if (!row) return null;
  const { name, ...group } = row;
  return { ...group, sharedBy: name === null ? null : formatFirstName(name) };
}

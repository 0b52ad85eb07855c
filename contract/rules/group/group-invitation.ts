/** A shared product link, `/product/{slug}?ref=CODE&group=…`, names the sharer's referral code and the group. */
export interface GroupInvitationLink {
  groupId: string;
  /** The sharer's referral code; empty when the link has none. */
  referralCode: string;
}

interface Query {
  get(name: string): string | null;
}

const GROUP = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE = /^[0-9A-Z]{1,32}$/;

/**
 * Reads the invitation from a product's URL; null unless it names a possible group, because anybody can write a URL.
 */
export function parseGroupInvitation(query: Query): GroupInvitationLink | null {
  const groupId = (query.get('group') ?? '').trim().toLowerCase();
  const referralCode = (query.get('ref') ?? '').trim().toUpperCase();
  if (!GROUP.test(groupId)) return null;
  return { groupId, referralCode: CODE.test(referralCode) ? referralCode : '' };
}

/**
 * @returns the query of a product address, beginning with `?`; equal invitations have equal queries. Empty without an
 * invitation.
 */
export function formatGroupInvitationQuery(invitation: GroupInvitationLink | null): string {
  if (!invitation) return '';
  const { groupId, referralCode } = invitation;
  return `?${referralCode ? `ref=${referralCode}&` : ''}group=${groupId}`;
}

/** A shared product link, `/product/{slug}?ref=CODE&group=…`, names the sharer's referral code and the group. */
export interface GroupInvitationLink {
  groupId: string;
  /** The sharer's referral code; empty when the link has none. */
  referralCode: string;
}

interface Query {
  get(name: string): string | null;
}

/** Both patterns ignore what a chat or pasting adds at either end, such as a full stop. */
const GROUP = /^[^0-9a-z-]*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^0-9a-z-]*$/i;
const CODE = /^[^0-9a-z]*([0-9a-z-]{4,32})[^0-9a-z]*$/i;

/** @returns the referral code without its dashes; empty when the text is no code. */
export function parseReferralCode(text: string | null): string {
  return CODE.exec(text ?? '')?.[1]?.replaceAll('-', '') ?? '';
}

/**
 * Reads the invitation from a product's URL; null unless it names a possible group, because anybody can write a URL.
 */
export function parseGroupInvitation(query: Query): GroupInvitationLink | null {
  const groupId = GROUP.exec(query.get('group') ?? '')?.[1]?.toLowerCase();
  return groupId ? { groupId, referralCode: parseReferralCode(query.get('ref')).toUpperCase() } : null;
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

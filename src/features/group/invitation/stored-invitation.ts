import { type GroupInvitationLink, parseGroupInvitation } from '#contract/rules/group/group-invitation.ts';
import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../../lib/storage/storage.ts';

/** Stores a visitor's group invitation in this tab during sign-in, which returns to a URL without the invitation. */

const KEY = 'invitation';

export function storeInvitation(slug: string, { groupId, referralCode }: GroupInvitationLink): void {
  writeBrowserStorage('sessionStorage', KEY, JSON.stringify({ slug, group: groupId, ref: referralCode }));
}

/** @returns the saved invitation to this product and removes it; null when there is none. */
export function consumeStoredInvitation(slug: string): GroupInvitationLink | null {
  const stored = readJsonFromBrowserStorage('sessionStorage', KEY) as Record<string, unknown> | null;
  if (stored?.slug !== slug) return null;
  removeFromBrowserStorage('sessionStorage', KEY);
  return parseGroupInvitation({ get: (name) => String(stored[name] ?? '') });
}

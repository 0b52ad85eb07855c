import type { OpsSessionReply } from '#contract/schemas/ops.ts';

/** Who was signed in in this tab when the shop last said so: what the frame needs while the shop is away. No secret. */

type Session = OpsSessionReply['data'];

const KEY = 'ops-session';

export function rememberSession(session: Session): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // A browser without storage has the page of the outage without the navigation.
  }
}

export function rememberedSession(): Session | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : (JSON.parse(kept) as Session);
  } catch {
    return null;
  }
}

export function forgetSession(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget then.
  }
}

import type { Session } from './session.ts';

/** How sharing ended: by the phone's own sheet, by copying, closed by the shopper, or not at all. */
export type ShareResult = 'shared' | 'copied' | 'cancelled' | 'failed';

/**
 * The code of a stored profile, which older servers wrote under other names.
 * @source spec section 3 (Auth state)
 */
export function referralCodeOf(session: Session): string {
  if (session.status !== 'member') return '';
  const profile = session.user as { referralCode?: string; referral_code?: string; code?: string };
  return profile.referralCode || profile.referral_code || profile.code || '';
}

/** The link with the sharer's code in it, only if both exist. @source spec section 5 (Share) */
export function linkWithCode(link: string, code: string): string {
  if (!link || !code) return link;
  const url = new URL(link, location.origin);
  url.searchParams.set('ref', code);
  return url.href;
}

/**
 * Shares by the phone's sheet; where there is none, text and link are copied. A `msg` in the link replaces
 * the text. Failures are only logged. @source spec sections 5 and 8 (Share)
 */
export async function share(title: string, text: string, link: string): Promise<ShareResult> {
  const message = new URL(link, location.origin).searchParams.get('msg') ?? text;
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, text: message, url: link });
      return 'shared';
    }
    await navigator.clipboard.writeText(`${message} ${link}`);
    return 'copied';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    console.warn('sharing failed', error);
    return 'failed';
  }
}

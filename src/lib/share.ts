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
 * Shares by the phone's sheet. Where there is none, or it fails other than by the shopper, text and link are copied.
 * A `msg` in the link replaces the text. @source spec sections 5 and 8 (Share)
 */
export async function share(title: string, text: string, link: string): Promise<ShareResult> {
  const message = new URL(link, location.origin).searchParams.get('msg') ?? text;
  if (typeof navigator.share === 'function') {
    const page = whenPageIsUsed();
    try {
      await Promise.race([navigator.share({ title, text: message, url: link }), page.isUsed]);
      return 'shared';
    } catch (error) {
      if ((error as Error | null)?.name === 'AbortError') return 'cancelled';
      console.warn('sharing failed', error);
    } finally {
      page.stop();
    }
  }
  return (await copyText(`${message} ${link}`)) ? 'copied' : 'failed';
}

/** @returns false where the browser has no clipboard or refuses it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('copying failed', error);
    return false;
  }
}

/**
 * The sheet lies over the page, and some browsers never settle their promise: it is over once the shopper sees the page
 * again or touches it.
 */
function whenPageIsUsed(): { isUsed: Promise<void>; stop: () => void } {
  let end: () => void = () => {};
  const isUsed = new Promise<void>((resolve) => {
    end = () => {
      if (document.visibilityState === 'visible') resolve();
    };
  });
  const types = ['focus', 'pageshow', 'pointerdown'] as const;
  for (const type of types) addEventListener(type, end);
  document.addEventListener('visibilitychange', end);
  const stop = () => {
    for (const type of types) removeEventListener(type, end);
    document.removeEventListener('visibilitychange', end);
  };
  return { isUsed, stop };
}

import { screenPaths } from '../paths.ts';
import type { ShopperSession } from '../session/session.ts';

/** How sharing ended: `shared` by the phone's share sheet, `copied`, `cancelled` by the shopper, or `failed`. */
export type ShareResult = 'shared' | 'copied' | 'cancelled' | 'failed';

/**
 * Reads the member's referral code from the session; older servers sent it under other names.
 * @source spec section 3 (Auth state)
 */
export function getOwnReferralCode(session: ShopperSession): string {
  if (session.status !== 'member') return '';
  const profile = session.user as { referralCode?: string; referral_code?: string; code?: string };
  return profile.referralCode || profile.referral_code || profile.code || '';
}

/**
 * Adds the member's referral code to a link. Without a code the link stays unchanged. @source spec section 5 (Share)
 */
export function addReferralCodeToLink(link: string, code: string): string {
  if (!link || !code) return link;
  const url = new URL(link, location.origin);
  url.searchParams.set('ref', code);
  return url.href;
}

/**
 * Builds a product link that names the sharer's group.
 * @param productLink the product's own link; empty: its page at this origin.
 * @param groupId null: no group is open.
 * @source groups.md
 */
export function buildInvitationLink(
  { productLink = '', slug, groupId }: { productLink?: string; slug: string; groupId: string | null },
  code: string,
): string {
  const page = productLink || new URL(screenPaths.product(slug), location.origin).href;
  const link = addReferralCodeToLink(page, code);
  return groupId ? `${link}${link.includes('?') ? '&' : '?'}group=${groupId}` : link;
}

/** @returns the text to share: the link's parameter `msg`, or `text` without one. @source spec section 5 (Share) */
function readMessage(text: string, link: string): string {
  return /[?&]msg=/.test(link) ? (new URL(link, location.origin).searchParams.get('msg') ?? text) : text;
}

/** Builds a WhatsApp link with the text and link filled in; the sharer chooses who receives them. */
export function buildWhatsAppShareLink(text: string, link: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${readMessage(text, link)} ${link}`)}`;
}

/**
 * Opens the phone's share sheet; if that fails, copies text and link.
 * @source spec sections 5 and 8 (Share)
 */
export async function shareOrCopyLink(title: string, text: string, link: string): Promise<ShareResult> {
  const message = readMessage(text, link);
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
  return (await copyTextToClipboard(`${message} ${link}`)) ? 'copied' : 'failed';
}

/** @returns false when the browser has no clipboard or blocks it. */
export async function copyTextToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('copying failed', error);
    return false;
  }
}

/**
 * Some browsers never answer whether sharing succeeded, so the wait also ends when the page is visible or touched
 * again.
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

/** Recognises product images and builds their cache keys. */

const PICTURE_PATH = /^\/pictures\//;

/** @returns true for a product image of our own origin. */
export function isProductImageUrl(url: URL, ownOrigin: string): boolean {
  return url.origin === ownOrigin && PICTURE_PATH.test(url.pathname);
}

/** Removes the retry counter from an image address, so that an image loaded by a retry is found offline. */
export function getImageCacheKey(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('retry');
  return url.href;
}

/** Matches `/pictures/{hash}-{width}.{avif|webp}` and captures hash and format. */
const PARTS = /\/pictures\/(.+)-\d+\.(avif|webp)$/;

/**
 * Finds the same image at another width, as AVIF or WebP.
 * @param cached addresses of the cached images.
 */
export function findCachedImageOfOtherWidth(address: string, cached: readonly string[]): string | undefined {
  const wanted = PARTS.exec(new URL(address).pathname);
  if (!wanted) return undefined;
  const isKept = (kind: string | undefined) => (url: string) => {
    const parts = PARTS.exec(new URL(url).pathname);
    return parts?.[1] === wanted[1] && parts?.[2] === kind;
  };
  return cached.find(isKept(wanted[2])) ?? cached.find(isKept('webp'));
}

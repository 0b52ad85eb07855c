/** Which requests are product pictures, and under what name one is kept. Pure. */

const PICTURE_PATH = /^\/pictures\//;

/** @returns whether an address of our own origin is a product picture. */
export function isPicture(url: URL, ownOrigin: string): boolean {
  return url.origin === ownOrigin && PICTURE_PATH.test(url.pathname);
}

/** The address without its retry counter: a good third try then serves the first one offline. */
export function pictureKey(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('retry');
  return url.href;
}

/** `/pictures/{hash}-{width}.{avif|webp}` */
const PARTS = /\/pictures\/(.+)-\d+\.(avif|webp)$/;

/**
 * The same picture at another width, of the same kind or as WebP: who asks for AVIF shows both.
 *
 * @param kept addresses that are there.
 */
export function otherWidth(address: string, kept: readonly string[]): string | undefined {
  const wanted = PARTS.exec(new URL(address).pathname);
  if (!wanted) return undefined;
  const isKept = (kind: string | undefined) => (url: string) => {
    const parts = PARTS.exec(new URL(url).pathname);
    return parts?.[1] === wanted[1] && parts?.[2] === kind;
  };
  return kept.find(isKept(wanted[2])) ?? kept.find(isKept('webp'));
}

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

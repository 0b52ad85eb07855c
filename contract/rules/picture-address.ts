import { PICTURE_WIDTHS_PX } from '../limits.ts';
import type { Picture } from '../schemas/product.ts';

/** Where the derived pictures lie. The server names them by content hash, so each address never changes its bytes. */
export function pictureAddress(hash: string, widthPx: number, format: 'avif' | 'webp'): string {
  return `/pictures/${hash}-${widthPx}.${format}`;
}

/** The widths a picture exists in: those of the list not above its master's. */
export function pictureWidths(masterWidthPx: number): number[] {
  const widths = PICTURE_WIDTHS_PX.filter((width) => width <= masterWidthPx);
  return widths.length > 0 ? widths : [PICTURE_WIDTHS_PX[0]];
}

/** The width that clients get which know no `pictures`. */
const PLAIN_WIDTH_PX = 640;

/** One address for each picture, for a client that knows no `pictures`. */
export function plainAddresses(pictures: readonly Picture[]): string[] {
  return pictures.map(({ hash, width }) =>
    pictureAddress(hash, pictureWidths(Math.min(width, PLAIN_WIDTH_PX)).at(-1) as number, 'webp'),
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listImageWidths } from '#contract/rules/image-path.ts';

/** Where the image files of products are. */
export interface ImageFiles {
  /** Folders that may contain an image, searched in this order. */
  folders: string[];
  /** Creates a missing image file before it is read. */
  ensure?: ((file: string) => Promise<void>) | undefined;
}

/**
 * Reads a product's image in the largest width that is not above `widthMaxPx`.
 *
 * @returns a WebP; null when no folder has it, as on another instance.
 */
export async function readImageFile(
  { folders, ensure }: ImageFiles,
  image: { hash: string; width: number },
  widthMaxPx: number,
): Promise<Buffer | null> {
  const file = `${image.hash}-${listImageWidths(Math.min(image.width, widthMaxPx)).at(-1)}.webp`;
  await ensure?.(file);
  for (const folder of folders) {
    const bytes = await readFile(join(folder, file)).catch(() => null);
    if (bytes) return bytes;
  }
  return null;
}

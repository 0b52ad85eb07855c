import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listImageWidths } from '#contract/rules/product/image-path.ts';

/** Finds the image files of products. */
export interface ImageFileSource {
  /** Folders that may contain image files, searched in this order. */
  folders: string[];
  /** Creates the file of a demo image if it is missing, because the demo creates its images only on demand. */
  ensure?: ((file: string) => Promise<void>) | undefined;
}

/**
 * Reads a product's image in the largest width that is not above `widthMaxPx`.
 * @returns the WebP; null when no folder has the file.
 */
export async function readImageFile(
  { folders, ensure }: ImageFileSource,
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

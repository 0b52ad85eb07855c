import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Makes the home page's picture from its master, `sandbox/catalogue/pictures/hero.webp`. It is part of the app, so its
 * files are kept beside the component; run this by hand when the master changes.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/features/home/pictures');
const WIDTHS_PX = [480, 720, 1280];
const PLAIN_PX = 720;

for (const widthPx of WIDTHS_PX) {
  const resized = sharp(join(root, 'sandbox/catalogue/pictures/hero.webp')).resize({ width: widthPx });
  await resized
    .clone()
    .avif({ quality: 50, effort: 4 })
    .toFile(join(folder, `hero-${widthPx}.avif`));
  // For a browser that knows no AVIF one is enough.
  if (widthPx !== PLAIN_PX) continue;
  await resized
    .clone()
    .webp({ quality: 72, effort: 5 })
    .toFile(join(folder, `hero-${widthPx}.webp`));
}

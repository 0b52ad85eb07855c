import type { GroupPreviewContent } from './preview-content.ts';
import {
  type DrawnText,
  drawTextInLines,
  drawTextInOneLine,
  loadSharpImageLibrary,
  type TextStyle,
} from './preview-text.ts';

/** Size of the preview image, which chats and social sites show without cropping. */
const PREVIEW_WIDTH_PX = 1200;
const PREVIEW_HEIGHT_PX = 630;
/** Maximum size in bytes. A phone on a poor connection can still load this much with a message. */
export const PREVIEW_IMAGE_BYTES_MAX = 60_000;
const QUALITIES = [84, 74, 64, 52, 40, 28, 16];

/** Colours of the light theme, from `src/styles/tokens.css`. */
const COLOURS = {
  canvas: '#fbf8f2',
  text: '#1a1f1a',
  muted: '#565d54',
  brand: '#0b6b3f',
  track: '#cfe2d3',
  deal: '#c53d0a',
  sunken: '#f3eee4',
};

const MARGIN = 48;
/** Width in pixels of the product's image file that the preview shows, scaled down to its place. */
export const PREVIEW_PRODUCT_IMAGE_WIDTH_PX = 640;
const IMAGE_PX = PREVIEW_HEIGHT_PX - 2 * MARGIN;
const CORNER = 28;
const COLUMN = { left: MARGIN + IMAGE_PX + 44, width: PREVIEW_WIDTH_PX - IMAGE_PX - 2 * MARGIN - 44 };
const BAR_PX = 20;

export interface BrandNameAndProductImage {
  brandName: string;
  /** The product's image; null: the product has none, or its file is missing. */
  image: Buffer | null;
}

/**
 * Draws the preview image of an invitation.
 * @returns a JPEG of 1200 x 630 pixels and at most `PREVIEW_IMAGE_BYTES_MAX` bytes.
 */
export async function drawGroupPreviewImage(
  content: GroupPreviewContent,
  { brandName, image }: BrandNameAndProductImage,
): Promise<Buffer> {
  const sharp = await loadSharpImageLibrary();
  const { lines, barTop } = await placeLines(content, brandName);
  const { offer } = content;
  const background = drawShapes(offer ? { top: barTop, percent: offer.percent } : null);
  const { data, info } = await sharp(Buffer.from(background))
    .composite([
      ...(image ? [{ input: await cutImage(image), left: MARGIN, top: MARGIN }] : []),
      ...lines.map(({ png, top }) => ({ input: png, left: COLUMN.left, top })),
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const quality of QUALITIES) {
    const jpeg = await sharp(data, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= PREVIEW_IMAGE_BYTES_MAX) return jpeg;
  }
  throw new Error('a preview picture does not become small enough');
}

/** Places the product's name at the top and the other lines at the bottom, with the remaining space between them. */
async function placeLines(
  { title, offer, state, detail }: GroupPreviewContent,
  brandName: string,
): Promise<{ lines: Placed[]; barTop: number }> {
  const brand = await drawTextInOneLine(
    brandName,
    styled({ isBold: true, sizePx: 30, colour: COLOURS.brand }),
  );
  const name = await drawTextInLines(title, styled({ isBold: true, sizePx: 46 }), 3);
  const lines: Placed[] = [
    { ...brand, top: MARGIN },
    { ...name, top: MARGIN + 58 },
  ];
  let bottom = PREVIEW_HEIGHT_PX - MARGIN;
  const addAbove = async (text: string, style: TextStyle, gap: number) => {
    const drawn = await drawTextInOneLine(text, style);
    bottom -= drawn.height;
    lines.push({ ...drawn, top: bottom });
    bottom -= gap;
  };
  const colour = offer ? COLOURS.deal : COLOURS.text;
  await addAbove(detail, styled({ sizePx: 29 }), 16);
  await addAbove(state, styled({ isBold: true, sizePx: 44, colour }), 22);
  const barTop = bottom - BAR_PX;
  bottom = barTop - 24;
  if (offer && offer.price !== '') {
    await addAbove(offer.price, styled({ isBold: true, sizePx: 66, colour: COLOURS.brand }), 14);
    await addAbove(offer.priceLabel, styled({ sizePx: 26, colour: COLOURS.muted }), 0);
  }
  return { lines, barTop };
}

type Placed = DrawnText & { top: number };

function styled(style: Partial<TextStyle> & Pick<TextStyle, 'sizePx'>): TextStyle {
  return { isBold: false, colour: COLOURS.text, widthPx: COLUMN.width, ...style };
}

/** The shop's logo, as in `public/icons/mark.svg`, for a product without an image. */
const MARK =
  '<g transform="translate(159 159) scale(5)" fill="none" stroke-width="10" stroke="#cfc7b6"><path d="M39.51 20.89A16 16 0 1 1 12.02 32.84M12.35 28.67A16 16 0 0 1 35.26 17.74"/><path d="M44 16v32" stroke-linecap="round"/></g>';

/** Draws the shapes without text, for which the image library needs no font. */
function drawShapes(bar: { top: number; percent: number } | null): string {
  const box = (x: number, y: number, width: number, height: number, radius: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
  const { left, width } = COLUMN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH_PX}" height="${PREVIEW_HEIGHT_PX}">`,
    box(0, 0, PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX, 0, COLOURS.canvas),
    box(MARGIN, MARGIN, IMAGE_PX, IMAGE_PX, CORNER, COLOURS.sunken),
    MARK,
    bar && box(left, bar.top, width, BAR_PX, BAR_PX / 2, COLOURS.track),
    bar &&
      bar.percent > 0 &&
      box(left, bar.top, Math.max(BAR_PX, (width * bar.percent) / 100), BAR_PX, BAR_PX / 2, COLOURS.brand),
    '</svg>',
  ]
    .filter(Boolean)
    .join('');
}

async function cutImage(image: Buffer): Promise<Buffer> {
  const sharp = await loadSharpImageLibrary();
  const corners = `<svg width="${IMAGE_PX}" height="${IMAGE_PX}"><rect width="${IMAGE_PX}" height="${IMAGE_PX}" rx="${CORNER}"/></svg>`;
  return sharp(image)
    .resize({ width: IMAGE_PX, height: IMAGE_PX, fit: 'cover' })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

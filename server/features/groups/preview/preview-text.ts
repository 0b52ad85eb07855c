import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Folder of the font files, which the build copies beside the bundle, so that texts look the same on every machine. */
const FONTS = join(HERE, 'fonts');
/** Name of the font family in the font files. No font of the machine has this name. */
const FAMILY = 'Preview Sans';
/** Line height, as a multiple of the font size. */
const LINE = 1.362;
/** Maximum height of one line's letters with all their marks, as a multiple of the font size. */
const INK_MAX = 1.4;
const DRAWN_SIZE_MIN_PX = 18;

/** Matches characters that the font files lack; they would be drawn as empty boxes. */
const NOT_IN_FONT = /[^\u0020-\u007e\u00a0-\u024f\u02b0-\u036f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e₦€™]/gu;

export interface DrawnText {
  png: Buffer;
  width: number;
  height: number;
}

export interface TextStyle {
  isBold: boolean;
  sizePx: number;
  /** `#rrggbb` */
  colour: string;
  widthPx: number;
}

/** Draws a text in at most `linesMax` lines; a longer text is cut with `…`. */
export async function drawTextInLines(text: string, style: TextStyle, linesMax: number): Promise<DrawnText> {
  const heightMax = ((linesMax - 1) * LINE + INK_MAX) * style.sizePx;
  const whole = await drawText(text, style);
  if (whole.height <= heightMax) return whole;
  const letters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
  let [fits, tooLong] = [0, letters.length];
  let drawn = await drawText('…', style);
  while (tooLong - fits > 1) {
    const count = Math.floor((fits + tooLong) / 2);
    const shorter = await drawText(`${letters.slice(0, count).join('').trimEnd()}…`, style);
    if (shorter.height > heightMax) tooLong = count;
    else [fits, drawn] = [count, shorter];
  }
  return drawn;
}

/** Draws a text in one line, in a smaller size if it is too wide. */
export async function drawTextInOneLine(text: string, style: TextStyle): Promise<DrawnText> {
  const wide = await drawText(text, { ...style, widthPx: 0 });
  if (wide.width <= style.widthPx) return wide;
  const sizePx = Math.floor((style.sizePx * style.widthPx) / wide.width);
  if (sizePx >= DRAWN_SIZE_MIN_PX) return drawText(text, { ...style, sizePx, widthPx: 0 });
  return drawTextInLines(text, { ...style, sizePx: DRAWN_SIZE_MIN_PX }, 1);
}

/** Draws a text. @param style `widthPx` breaks the text into lines; 0: one line. */
async function drawText(text: string, { isBold, sizePx, colour, widthPx }: TextStyle): Promise<DrawnText> {
  const sharp = await loadSharpImageLibrary();
  const shown = text.normalize('NFC').replace(NOT_IN_FONT, '').trim() || '-';
  const markup = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${markup}</span>`,
      font: `${FAMILY}${isBold ? ' Bold' : ''} ${sizePx}`,
      fontfile: join(FONTS, `noto-sans-latin-${isBold ? 'bold' : 'regular'}.ttf`),
      // With this resolution one point of the font size is one pixel.
      dpi: 72,
      rgba: true,
      ...(widthPx > 0 && { width: widthPx, wrap: 'word-char' as const }),
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** Loads the image library with only the configured fonts, so that fonts of the machine never change an image. */
export async function loadSharpImageLibrary() {
  process.env.FONTCONFIG_FILE ??= join(FONTS, 'fonts.conf');
  const { default: sharp } = await import('sharp');
  return sharp;
}

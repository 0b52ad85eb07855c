/**
 * Reads a QR code from a drawing: the browser does it where it can, else a file that comes by itself.
 *
 * @source docs/decisions/pickup-counter.md
 */

/** @returns what the code says; null: none is seen. */
export type QrReader = (picture: HTMLCanvasElement) => Promise<string | null>;

/** What Chrome on Android has; the types of the DOM do not know it. */
interface Detector {
  detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}
interface DetectorMaker {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

let loading: Promise<QrReader> | null = null;

/** Asked for when the screen opens: when the camera opens, the line may be gone. A failure is tried again. */
export function loadQrReader(): Promise<QrReader> {
  loading ??= chooseReader().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function chooseReader(): Promise<QrReader> {
  const { BarcodeDetector: Maker } = globalThis as { BarcodeDetector?: DetectorMaker };
  const formats = await Maker?.getSupportedFormats().catch((): string[] => []);
  if (Maker && formats?.includes('qr_code')) {
    const detector = new Maker({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
  }
  const { default: jsQR } = await import('jsqr');
  return async (picture) => {
    const { width, height } = picture;
    const pixels = picture.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height);
    if (!pixels) return null;
    return jsQR(pixels.data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
  };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { parsePickupQrText } from '#contract/rules/pickup/pickup-qr.ts';
import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import styles from './Pickup.module.css';

interface Props {
  onRead: (proof: { trackingNumber: string; code: string }) => void;
}

/** Scans the shopper's QR code with the phone's camera. The code can always be typed instead. */
export function QrCodeScanner({ onRead }: Props) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // A failed load is ignored, because the reader is loaded again when the camera opens.
    loadQrReader().catch(() => undefined);
  }, []);
  return (
    <div className="stack" data-gap="3">
      {isOpen && <Camera onRead={onRead} />}
      <Button wide variant={isOpen ? 'line' : 'main'} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close the Camera' : 'Scan QR Code'}
      </Button>
    </div>
  );
}

function Camera({ onRead }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isForeign, setForeign] = useState(false);
  const handleText = useEffectEvent((text: string) => {
    const proof = parsePickupQrText(text);
    setForeign(proof === null);
    if (proof) onRead(proof);
  });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    if (video.current)
      watchCamera(video.current, signal, handleText).catch((reason: unknown) => {
        if (!signal.aborted) setError(errorWords(reason));
      });
    return () => ending.abort();
  }, []);
  if (error) return <MessageBox kind="error">{error}</MessageBox>;
  return (
    <>
      <div className={styles.view}>
        <video ref={video} muted playsInline aria-label="What the camera sees" />
      </div>
      {isForeign ? (
        <MessageBox kind="warning">This is not one of our pickup codes.</MessageBox>
      ) : (
        <p className="muted center">Hold the shopper's QR code in front of the camera.</p>
      )}
    </>
  );
}

function errorWords(reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : '';
  if (name === 'NotAllowedError')
    return 'The browser blocks the camera: allow it in the browser, or type in the code.';
  if (name === 'NotFoundError') return 'This device has no camera: type in the code.';
  return 'The camera does not work now: type in the code.';
}

/** This scan interval and image size suit slow phones at the counter. @source docs/decisions/pickup-counter.md */
const EVERY_MS = 250;
const MOST_PX = 640;

/**
 * Shows the rear camera and reads QR codes until the signal aborts. Images never leave the page.
 * @throws {DOMException} `NotAllowedError` without permission, `NotFoundError` without a camera.
 * {Error} when the QR reader did not load.
 */
async function watchCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  if (!navigator.mediaDevices) throw new DOMException('no camera here', 'NotFoundError');
  const read = await loadQrReader();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    while (!signal.aborted) {
      const text = draw(video, canvas) ? await read(canvas) : null;
      if (text && !signal.aborted) onText(text);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  } finally {
    stop();
  }
}

/** @returns false while the camera has no image yet. */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return false;
  const scale = Math.min(1, MOST_PX / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context !== null;
}

/**
 * Reads QR codes with the browser's own detector where it exists, else with a separately loaded script.
 * @source docs/decisions/pickup-counter.md
 */

/** @returns the code's text; null: no code is visible. */
type QrReader = (canvas: HTMLCanvasElement) => Promise<string | null>;

/** Describes Chrome's BarcodeDetector on Android, which TypeScript's DOM types lack. */
interface Detector {
  detect(canvas: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}
interface DetectorMaker {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Loads the QR reader when the screen opens, because the connection may be lost later. The browser caches it. */
async function loadQrReader(): Promise<QrReader> {
  const { BarcodeDetector: Maker } = globalThis as { BarcodeDetector?: DetectorMaker };
  const formats = await Maker?.getSupportedFormats().catch((): string[] => []);
  if (Maker && formats?.includes('qr_code')) {
    const detector = new Maker({ formats: ['qr_code'] });
    return async (canvas) => (await detector.detect(canvas))[0]?.rawValue ?? null;
  }
  const { default: jsQR } = await import('jsqr');
  return async (canvas) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height);
    if (!pixels) return null;
    return jsQR(pixels.data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
  };
}

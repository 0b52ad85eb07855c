import { loadQrReader } from './qr-reader.ts';

/** Looks and sizes at the counter. @source docs/decisions/pickup-counter.md */
const EVERY_MS = 250;
const MOST_PX = 640;

/**
 * Shows the camera behind the phone and looks for QR codes until the signal ends it. Pictures stay in the page.
 *
 * @throws {DOMException} `NotAllowedError` nobody may use it, `NotFoundError` there is none. {Error} the reader did not load.
 */
export async function watchCamera(
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
    const picture = document.createElement('canvas');
    while (!signal.aborted) {
      const text = draw(video, picture) ? await read(picture) : null;
      if (text && !signal.aborted) onText(text);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  } finally {
    stop();
  }
}

/** @returns false while the camera shows nothing yet. */
function draw(video: HTMLVideoElement, picture: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return false;
  const scale = Math.min(1, MOST_PX / Math.max(videoWidth, videoHeight));
  picture.width = Math.round(videoWidth * scale);
  picture.height = Math.round(videoHeight * scale);
  const context = picture.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0, picture.width, picture.height);
  return context !== null;
}

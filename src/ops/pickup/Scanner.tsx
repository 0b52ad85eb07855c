import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPickupQr } from '#contract/rules/pickup-qr.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { loadQrReader } from './qr-reader.ts';
import styles from './Scanner.module.css';
import { watchCamera } from './watch-camera.ts';

interface Props {
  onRead: (proof: { trackingNumber: string; code: string }) => void;
}

/** The shopper's QR code by the phone's camera. A code by hand always stands beside it. */
export function Scanner({ onRead }: Props) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // It is asked for again when the camera opens.
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
    const proof = readPickupQr(text);
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
  if (error) return <Note kind="error">{error}</Note>;
  return (
    <>
      <div className={styles.view}>
        <video ref={video} muted playsInline aria-label="What the camera sees" />
      </div>
      {isForeign ? (
        <Note kind="warning">This is not a pickup code of ours.</Note>
      ) : (
        <p className="muted center">Hold the shopper's QR code into the frame.</p>
      )}
    </>
  );
}

function errorWords(reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : '';
  if (name === 'NotAllowedError')
    return 'The camera may not be used here: allow it in the browser, or take the code by hand.';
  if (name === 'NotFoundError') return 'There is no camera here: take the code by hand.';
  return 'The camera does not work now: take the code by hand.';
}

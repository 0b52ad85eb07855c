import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './Products.module.css';

interface Props {
  /** Its name for readers, and what stands on the button. */
  label: string;
  /** As of an input: what may be chosen. */
  accept: string;
  /** A second button takes a picture where there is a camera. */
  hasCamera?: boolean;
  onFiles: (files: File[]) => void;
  /** What may be dropped here, in a sentence. */
  children: ReactNode;
}

/** A place for files: by a button, from the camera, or dropped. */
export function FileDrop({ label, accept, hasCamera, onFiles, children }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // The same file again is a choice too.
    currentTarget.value = '';
    if (chosen.length > 0) onFiles(chosen);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length > 0) onFiles(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping repeats the button for pointers
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <p className="muted small">{children}</p>
      <div className="row" data-gap="2" data-wrap>
        <Button variant="soft" onClick={() => files.current?.click()}>
          {label}
        </Button>
        {hasCamera && (
          <Button variant="line" onClick={() => camera.current?.click()}>
            Take a Picture
          </Button>
        )}
      </div>
      <input
        ref={files}
        type="file"
        accept={accept}
        multiple
        hidden
        aria-label={label}
        onChange={handleChange}
      />
      {hasCamera && (
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label="Take a picture"
          onChange={handleChange}
        />
      )}
    </div>
  );
}

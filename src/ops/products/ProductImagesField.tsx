import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { ProductImage } from '#contract/schemas/product.ts';
import { Button } from '../../ui/control/Button.tsx';
import { IconButton } from '../../ui/control/IconButton.tsx';
import { LazyImage } from '../../ui/image/LazyImage.tsx';
import frames from '../frames/frames.module.css';
import styles from './Products.module.css';
import { ImageUploadList, UPLOAD_IMAGE_TYPES, type useImageUploads } from './uploads.tsx';

const DROP_WORDS =
  'Drop images here: JPEG, PNG, WebP or AVIF, at most 20 MB each. Square images of 1,200 pixels or more look best.';

interface Props {
  images: readonly ProductImage[];
  onChange: (images: ProductImage[]) => void;
  sending: ReturnType<typeof useImageUploads>;
}

/** Shows a product's images in order, and ways to add images. */
export function ProductImagesField({ images, onChange, sending }: Props) {
  const without = (hash: string) => images.filter((image) => image.hash !== hash);
  return (
    <fieldset className={`stack ${frames.part}`}>
      <legend>Pictures</legend>
      {images.length > 0 && (
        <ol className={styles.pictures}>
          {images.map((image, index) => (
            <li key={image.hash}>
              <LazyImage image={image} alt={`Picture ${index + 1}`} sizes="120px" />
              <span className="row" data-justify="center" data-gap="1">
                {index > 0 && (
                  <IconButton
                    icon="left"
                    label={`Put picture ${index + 1} first`}
                    onClick={() => onChange([image, ...without(image.hash)])}
                  />
                )}
                <IconButton
                  icon="trash"
                  label={`Take picture ${index + 1} away`}
                  onClick={() => onChange(without(image.hash))}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <FileDropArea label="Choose Pictures" accept={UPLOAD_IMAGE_TYPES} hasCamera onFiles={sending.add}>
        {`${images.length > 0 ? 'The first one stands on the card. ' : ''}${DROP_WORDS}`}
      </FileDropArea>
      <ImageUploadList uploads={sending.uploads} />
    </fieldset>
  );
}

interface DropProps {
  /** Name of the field for screen readers, and text of its button. */
  label: string;
  /** Accepted file types, as in an input's `accept` attribute. */
  accept: string;
  /** Adds a camera button on devices with a camera. */
  hasCamera?: boolean;
  onFiles: (files: File[]) => void;
  /** Sentence that says which files may be dropped here. */
  children: ReactNode;
}

/** Accepts files that are chosen in a dialog, taken with the camera, or dropped. */
export function FileDropArea({ label, accept, hasCamera, onFiles, children }: DropProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // The input is reset, so that choosing the same file again also fires `change`.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboards use the button to choose files instead
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

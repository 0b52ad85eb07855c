import type { Picture } from '#contract/schemas/product.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { FileDrop } from './FileDrop.tsx';
import styles from './Products.module.css';
import { PICTURE_TYPES } from './send-picture.ts';
import { UploadList } from './UploadList.tsx';
import type { usePictureUploads } from './use-picture-uploads.ts';

const DROP_WORDS =
  'Drop pictures here: JPEG, PNG, WebP or AVIF, at most 20 MB each. 1,200 pixels or more, and square, look best.';

interface Props {
  pictures: readonly Picture[];
  onChange: (pictures: Picture[]) => void;
  sending: ReturnType<typeof usePictureUploads>;
}

/** A product's pictures in their order, and ways to add some. */
export function PicturesField({ pictures, onChange, sending }: Props) {
  const without = (hash: string) => pictures.filter((picture) => picture.hash !== hash);
  return (
    <fieldset className={styles.part}>
      <legend>Pictures</legend>
      {pictures.length > 0 && (
        <ol className={styles.pictures}>
          {pictures.map((picture, index) => (
            <li key={picture.hash}>
              <LazyImage picture={picture} alt={`Picture ${index + 1}`} sizes="120px" />
              <span className={styles.pictureActs}>
                {index > 0 && (
                  <IconButton
                    icon="left"
                    label={`Put picture ${index + 1} first`}
                    onClick={() => onChange([picture, ...without(picture.hash)])}
                  />
                )}
                <IconButton
                  icon="trash"
                  label={`Take picture ${index + 1} away`}
                  onClick={() => onChange(without(picture.hash))}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <FileDrop label="Choose Pictures" accept={PICTURE_TYPES} hasCamera onFiles={sending.add}>
        {`${pictures.length > 0 ? 'The first one stands on the card. ' : ''}${DROP_WORDS}`}
      </FileDrop>
      <UploadList uploads={sending.uploads} />
    </fieldset>
  );
}

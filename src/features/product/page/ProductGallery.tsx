import { type ReactNode, useState } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import { IconButton } from '../../../ui/control/IconButton.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { LazyImage } from '../../../ui/image/LazyImage.tsx';
import { announceToScreenReader } from '../../../ui/message/Announcer.tsx';
import { hasOnlyCardFields } from '../data/card-data.ts';
import styles from './ProductGallery.module.css';

interface Props {
  product: Product;
  /** The saving, shown in the left corner of the image. */
  badge?: ReactNode;
  onShare: () => void;
}

/** The image's declared width is slightly less than the rendered width, so that common phones load the 640 px file. */
const MAIN_SIZES = '(min-width: 1200px) 600px, (min-width: 896px) 52vw, 88vw';

export function ProductGallery({ product, badge, onShare }: Props) {
  const [index, setIndex] = useState(0);
  const count = Math.max(product.pictures.length, product.images.length);
  const show = (place: number) => {
    setIndex(place);
    announceToScreenReader(`Image ${place + 1} of ${count}`);
  };
  const step = (by: number) => show((index + by + count) % count);
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <div className="stack">
      <section className={styles.gallery} aria-label="Pictures">
        {badge && <div className={styles.badge}>{badge}</div>}
        <LazyImage
          image={product.pictures[index]}
          src={product.images[index]}
          alt={count > 1 ? `${product.title}, image ${index + 1} of ${count}` : product.title}
          sizes={MAIN_SIZES}
          shape="main"
          priority={index === 0}
        />
        {count > 1 && (
          <>
            <div className={styles.previous}>
              <IconButton icon="left" label="Previous image" floating onClick={() => step(-1)} />
            </div>
            <div className={styles.next}>
              <IconButton icon="right" label="Next image" floating onClick={() => step(1)} />
            </div>
          </>
        )}
        <div className={styles.share}>
          <IconButton icon="share" label="Share" floating onClick={onShare} />
        </div>
      </section>
      {hasOnlyCardFields(product) && product.pictureCount > 1 && (
        <div className={styles.thumbs}>
          {Array.from({ length: product.pictureCount }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same
            <Skeleton key={place} shape="square" />
          ))}
        </div>
      )}
      {count > 1 && (
        <div className={styles.thumbs}>
          {places.map((place) => (
            <button
              key={place}
              type="button"
              aria-label={`Image ${place + 1} of ${count}`}
              aria-current={place === index || undefined}
              onClick={() => show(place)}
            >
              <LazyImage
                image={product.pictures[place]}
                src={product.images[place]}
                alt=""
                sizes="68px"
                shape="card"
              />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

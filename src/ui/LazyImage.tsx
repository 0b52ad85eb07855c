import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { buildImagePath, listImageWidths } from '#contract/rules/picture-address.ts';
import type { ProductImage } from '#contract/schemas/product.ts';
import { isConnectionMeteredOrSlow } from '../lib/metered-connection.ts';
import {
  canRetryImage,
  getImageRetrySuffix,
  type ImageRetryTimer,
  observeNearViewport,
  startImageRetryTimer,
} from './image-retry.ts';
import { LazyIllustration } from './LazyDrawing.tsx';
import styles from './LazyImage.module.css';
import { buildImageSrcset } from './picture-address.ts';
import { useIsInDocument } from './use-is-in-document.ts';

interface Props {
  /** The processed image; takes precedence over `src`. */
  picture?: ProductImage | undefined;
  /** A plain address, without processed sizes. */
  src?: string | undefined;
  /** Empty when nearby text says the same. */
  alt: string;
  /** The `sizes` attribute: the rendered width. */
  sizes?: string;
  /** First row: loaded eagerly, with high priority. */
  priority?: boolean;
  /** `card` and `main` fill their box; `thumb` is 72 px. */
  shape?: 'card' | 'main' | 'thumb';
}

/**
 * Limits the widest file per shape, and sets the WebP size for browsers without AVIF. Fewer sizes keep the HTML
 * small.
 */
const ROOM = {
  card: { widestPx: 640, plainPx: 320 },
  main: { widestPx: 1200, plainPx: 640 },
  thumb: { widestPx: 320, plainPx: 160 },
} as const;

/**
 * Shows a square image on a background of its own tone. A failure is retried, then shows a broken-image drawing.
 * Without an image the basket drawing shows. A changed image starts over.
 */
export function LazyImage({ picture, src, shape = 'card', ...rest }: Props) {
  const address = picture ? buildImagePath(picture.hash, plainWidth(picture, shape), 'webp') : src;
  // The key gives a changed image a new element without old state.
  return <Attempts key={address ?? 'none'} picture={picture} address={address} shape={shape} {...rest} />;
}

function plainWidth(picture: ProductImage, shape: keyof typeof ROOM): number {
  return listImageWidths(Math.min(ROOM[shape].plainPx, picture.width)).at(-1) as number;
}

interface AttemptsProps extends Omit<Props, 'src' | 'shape'> {
  address: string | undefined;
  shape: keyof typeof ROOM;
}

function Attempts({ picture, address, alt, sizes = '50vw', priority, shape }: AttemptsProps) {
  const ref = useRef<HTMLImageElement>(null);
  const isNear = useRef(priority === true);
  const isPlaced = useIsInDocument(priority === true);
  const clock = useRef<ImageRetryTimer>(undefined);
  const failures = useRef(0);
  const [tries, setTries] = useState(0);
  const [near, setNear] = useState(false);
  const savesData = useSavesData(ref);
  const [gaveUp, setGaveUp] = useState(address === undefined);

  const handleError = useRef(() => {
    clock.current?.stop();
    if (!canRetryImage(failures.current)) return setGaveUp(true);
    failures.current += 1;
    clock.current = startImageRetryTimer(
      () => isNear.current,
      () => setTries(failures.current),
    );
  }).current;

  useEffect(() => {
    const image = ref.current;
    if (!image) return;
    const unwatch = observeNearViewport(image, (isClose) => {
      isNear.current = isClose;
      if (isClose) setNear(true);
    });
    // The server-rendered image may have failed before hydration.
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') handleError();
    return () => {
      unwatch();
      clock.current?.stop();
    };
  }, [handleError]);

  if (gaveUp) return <Broken address={address} alt={alt} shape={shape} />;
  const suffix = getImageRetrySuffix(address ?? '', tries);
  const drawn = (
    <img
      ref={ref}
      className={styles.image}
      data-shape={shape}
      data-tone={picture?.tone}
      src={`${address}${suffix}`}
      alt={alt}
      width={600}
      height={600}
      loading={(priority && isPlaced) || near ? undefined : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      onLoad={() => clock.current?.settle()}
      onError={handleError}
    />
  );
  if (!picture) return drawn;
  return (
    <picture className={styles.picture} data-shape={shape}>
      <source
        type="image/avif"
        srcSet={buildImageSrcset(picture, 'avif', { suffix, savesData, widestPx: ROOM[shape].widestPx })}
        sizes={sizes}
      />
      {drawn}
    </picture>
  );
}

function Broken({ address, alt, shape }: Pick<AttemptsProps, 'address' | 'alt' | 'shape'>) {
  return (
    <span className={styles.broken} data-shape={shape}>
      <LazyIllustration name={address === undefined ? 'basket' : 'broken'} />
      {alt && <span className="sr">{alt}</span>}
    </span>
  );
}

/** True on a metered connection, decided after hydration; an image of the server's HTML that has loaded stays. */
function useSavesData(image: RefObject<HTMLImageElement | null>): boolean {
  const [savesData, setSavesData] = useState(false);
  useLayoutEffect(() => {
    if (isConnectionMeteredOrSlow() && !image.current?.complete) setSavesData(true);
  }, [image]);
  return savesData;
}

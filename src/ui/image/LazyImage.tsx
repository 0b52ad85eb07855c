import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { buildImagePath, listImageWidths } from '#contract/rules/product/image-path.ts';
import type { ProductImage } from '#contract/schemas/product.ts';
import { isConnectionMeteredOrSlow } from '../../lib/browser/metered-connection.ts';
import {
  canRetryImage,
  getImageRetrySuffix,
  type ImageRetryTimer,
  observeNearViewport,
  startImageRetryTimer,
} from './image-retry.ts';
import { buildImageSrcset } from './image-srcset.ts';
import { LazyIllustration } from './LazyIllustration.tsx';
import styles from './LazyImage.module.css';
import { useIsMounted } from './use-is-mounted.ts';

interface Props {
  /** An image in several sizes, as the API describes it. If given, `src` is not used. */
  image?: ProductImage | undefined;
  /** Address of an image of one size. */
  src?: string | undefined;
  /** Alternative text; empty when nearby text says the same. */
  alt: string;
  /** The HTML attribute `sizes`: the width at which the image shows. */
  sizes?: string;
  /** True for the first row of a list: loads at once and with high priority. */
  priority?: boolean;
  /** `card` and `main` fill their box; `thumb` is 72 px. */
  shape?: 'card' | 'main' | 'thumb';
}

/**
 * Limits the offered widths by shape, because each width makes the HTML larger. `plainPx` is the limit for WebP files.
 */
const ROOM = {
  card: { widestPx: 640, plainPx: 320 },
  main: { widestPx: 1200, plainPx: 640 },
  thumb: { widestPx: 320, plainPx: 160 },
} as const;

/** Shows a square image, or an illustration when the image is missing or still fails after retries. */
export function LazyImage({ image, src, shape = 'card', ...rest }: Props) {
  const address = image ? buildImagePath(image.hash, plainWidth(image, shape), 'webp') : src;
  // A changed image mounts a new component, so that the previous image's failed attempts do not count for it.
  return <Attempts key={address ?? 'none'} image={image} address={address} shape={shape} {...rest} />;
}

function plainWidth(image: ProductImage, shape: keyof typeof ROOM): number {
  return listImageWidths(Math.min(ROOM[shape].plainPx, image.width)).at(-1) as number;
}

interface AttemptsProps extends Omit<Props, 'src' | 'shape'> {
  address: string | undefined;
  shape: keyof typeof ROOM;
}

function Attempts({ image, address, alt, sizes = '50vw', priority, shape }: AttemptsProps) {
  const ref = useRef<HTMLImageElement>(null);
  const isNear = useRef(priority === true);
  const isPlaced = useIsMounted(priority === true);
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
    // The image may have failed before hydration. The browser does not repeat the error event, so a retry starts here.
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
      data-tone={image?.tone}
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
  if (!image) return drawn;
  return (
    <picture className={styles.picture} data-shape={shape}>
      <source
        type="image/avif"
        srcSet={buildImageSrcset(image, 'avif', { suffix, savesData, widestPx: ROOM[shape].widestPx })}
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

/** True on a metered or slow connection, so that smaller images load. An image that has already loaded stays. */
function useSavesData(image: RefObject<HTMLImageElement | null>): boolean {
  const [savesData, setSavesData] = useState(false);
  useLayoutEffect(() => {
    if (isConnectionMeteredOrSlow() && !image.current?.complete) setSavesData(true);
  }, [image]);
  return savesData;
}

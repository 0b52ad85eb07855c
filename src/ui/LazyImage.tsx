import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pictureAddress, pictureWidths } from '#contract/rules/picture-address.ts';
import type { Picture } from '#contract/schemas/product.ts';
import { isLineDear } from '../lib/data-thrift.ts';
import { mayRetry, type RetryClock, retrySuffix, startRetryClock, watchNearness } from './image-retry.ts';
import { LazyDrawing } from './LazyDrawing.tsx';
import styles from './LazyImage.module.css';
import { pictureSet } from './picture-address.ts';
import { useIsPlaced } from './use-is-placed.ts';

interface Props {
  /** The derived picture; takes precedence over `src`. */
  picture?: Picture | undefined;
  /** A plain address, where no derived picture is known. */
  src?: string | undefined;
  /** Empty when a text beside it says the same. */
  alt: string;
  /** The `sizes` of the picture: how wide it is drawn. */
  sizes?: string;
  /** First row: fetched at once and first. */
  priority?: boolean;
  /** card and main fill their box; thumb is 72 px. */
  shape?: 'card' | 'main' | 'thumb';
}

/**
 * What a place has room for: the widest file it is offered, and the one WebP for a browser that knows no AVIF. Each
 * address stands in the page for each card, so a card names few.
 */
const ROOM = {
  card: { widestPx: 640, plainPx: 320 },
  main: { widestPx: 1200, plainPx: 640 },
  thumb: { widestPx: 320, plainPx: 160 },
} as const;

/**
 * A square picture with a ground of its own tone. A failed one is tried again, then shows the broken-picture
 * drawing in the same square; where there is none the basket stands there. A changed picture starts anew.
 */
export function LazyImage({ picture, src, shape = 'card', ...rest }: Props) {
  const address = picture ? pictureAddress(picture.hash, plainWidth(picture, shape), 'webp') : src;
  // The key makes a changed picture a new element: no state of the old one can leak into it.
  return <Attempts key={address ?? 'none'} picture={picture} address={address} shape={shape} {...rest} />;
}

function plainWidth(picture: Picture, shape: keyof typeof ROOM): number {
  return pictureWidths(Math.min(ROOM[shape].plainPx, picture.width)).at(-1) as number;
}

interface AttemptsProps extends Omit<Props, 'src' | 'shape'> {
  address: string | undefined;
  shape: keyof typeof ROOM;
}

function Attempts({ picture, address, alt, sizes = '50vw', priority, shape }: AttemptsProps) {
  const ref = useRef<HTMLImageElement>(null);
  const isNear = useRef(priority === true);
  const isPlaced = useIsPlaced(priority === true);
  const clock = useRef<RetryClock>(undefined);
  const failures = useRef(0);
  const [tries, setTries] = useState(0);
  const [near, setNear] = useState(false);
  const [isThrifty, setThrifty] = useState(false);
  const [gaveUp, setGaveUp] = useState(address === undefined);

  const handleError = useRef(() => {
    clock.current?.stop();
    if (!mayRetry(failures.current)) return setGaveUp(true);
    failures.current += 1;
    clock.current = startRetryClock(
      () => isNear.current,
      () => setTries(failures.current),
    );
  }).current;

  // Before the browser has chosen a file; the server's first row, which knows no line, may be there already.
  useLayoutEffect(() => {
    if (isLineDear() && !ref.current?.complete) setThrifty(true);
  }, []);

  useEffect(() => {
    const image = ref.current;
    if (!image) return;
    const unwatch = watchNearness(image, (isClose) => {
      isNear.current = isClose;
      if (isClose) setNear(true);
    });
    // The server's picture may have failed before anybody listened.
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') handleError();
    return () => {
      unwatch();
      clock.current?.stop();
    };
  }, [handleError]);

  if (gaveUp) {
    return (
      <span className={styles.broken} data-shape={shape}>
        <LazyDrawing name={address === undefined ? 'basket' : 'broken'} />
        {alt && <span className="sr">{alt}</span>}
      </span>
    );
  }
  const suffix = retrySuffix(address ?? '', tries);
  const image = (
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
  if (!picture) return image;
  return (
    <picture className={styles.picture} data-shape={shape}>
      <source
        type="image/avif"
        srcSet={pictureSet(picture, 'avif', { suffix, isThrifty, widestPx: ROOM[shape].widestPx })}
        sizes={sizes}
      />
      {image}
    </picture>
  );
}

import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { ExternalButtonLink } from '../../ui/control/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useIsMounted } from '../../ui/image/use-is-mounted.ts';
import styles from './HomeHero.module.css';
import avif480 from './pictures/hero-480.avif';
import avif720 from './pictures/hero-720.avif';
import webp720 from './pictures/hero-720.webp';
import avif1280 from './pictures/hero-1280.avif';

/** The image's declared width lies between its widths on tablets and desktops, so that both load the same file. */
const SIZES = '48vw';
/** Phones show no hero image and load this placeholder instead, which costs no request. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const [PROMISE, REWARD] = SLOGAN.split(', ');

export function HomeHero() {
  const isPlaced = useIsMounted();
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.copy}>
        <h1 id="hero">
          {`${PROMISE}, `}
          <em>{REWARD}</em>
        </h1>
        <p>{TAGLINE}</p>
        <ExternalButtonLink variant="maize" href="#deals">
          See group deals
          <Icon name="down" size="sm" />
        </ExternalButtonLink>
      </div>
      <svg className={styles.ring} viewBox="0 0 100 100" width="100" height="100" aria-hidden="true">
        <circle cx="50" cy="50" r="38" />
        <path d="M31 17a38 38 0 0 1 38 0" className={styles.arc} />
      </svg>
      <picture>
        <source media="(max-width: 47.99rem)" srcSet={NO_PICTURE} />
        <source
          type="image/avif"
          srcSet={`${avif480} 480w, ${avif720} 720w, ${avif1280} 1280w`}
          sizes={SIZES}
        />
        <img
          src={webp720}
          alt="Rice, palm oil, tomatoes, eggs and yams bought in bulk"
          width={1280}
          height={720}
          loading={isPlaced ? undefined : 'lazy'}
          fetchPriority="high"
        />
      </picture>
    </section>
  );
}

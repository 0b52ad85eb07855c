import { SLOGAN, TAGLINE } from '#contract/texts.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useIsPlaced } from '../../ui/use-is-placed.ts';
import styles from './HomeHero.module.css';
import avif480 from './pictures/hero-480.avif';
import webp480 from './pictures/hero-480.webp';
import avif720 from './pictures/hero-720.avif';
import webp720 from './pictures/hero-720.webp';
import avif1280 from './pictures/hero-1280.avif';
import webp1280 from './pictures/hero-1280.webp';

const SIZES = '(min-width: 48rem) 62vw, 100vw';
const [PROMISE, REWARD] = SLOGAN.split(', ');

/** The slogan over the market's goods. */
export function HomeHero() {
  const isPlaced = useIsPlaced();
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.copy}>
        <h1 id="hero">
          {`${PROMISE}, `}
          <em>{REWARD}</em>
        </h1>
        <p>{TAGLINE}</p>
        <ButtonAnchor variant="maize" href="#deals">
          See group deals
          <Icon name="down" size="sm" />
        </ButtonAnchor>
      </div>
      <picture>
        <source
          type="image/avif"
          srcSet={`${avif480} 480w, ${avif720} 720w, ${avif1280} 1280w`}
          sizes={SIZES}
        />
        <img
          src={webp720}
          srcSet={`${webp480} 480w, ${webp720} 720w, ${webp1280} 1280w`}
          sizes={SIZES}
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

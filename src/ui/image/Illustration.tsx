import styles from './Illustration.module.css';

export type IllustrationName = 'basket' | 'bell' | 'broken' | 'offline';

export default function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg className={styles.art} viewBox="0 0 112 96" width="112" height="96" aria-hidden="true">
      <ellipse cx="56" cy="84" rx="44" ry="8" className={styles.ground} />
      {name === 'basket' && (
        <>
          <path d="M20 38h72l-9 42a6 6 0 0 1-6 5H35a6 6 0 0 1-6-5z" className={styles.maize} />
          <path d="M20 38h72l-2.5 12H22.5z" className={styles.rim} />
          <path d="M36 38c0-24 40-24 40 0" className={styles.handle} />
          <path d="M42 56v20M56 56v20M70 56v20" className={styles.weave} />
        </>
      )}
      {name === 'bell' && (
        <>
          <path d="M56 12c-15 0-24 11-24 26v18l-8 14h64l-8-14V38c0-15-9-26-24-26z" className={styles.brand} />
          <path d="M46 74a10 10 0 0 0 20 0z" className={styles.maize} />
          <path d="M45 42l8 8 15-16" className={styles.tick} />
        </>
      )}
      {name === 'broken' && (
        <>
          <rect x="24" y="18" width="64" height="62" rx="10" className={styles.soft} />
          <path
            d="M24 62l18-16 14 12 10-8 22 18v4a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z"
            className={styles.brand}
            opacity=".35"
          />
          <circle cx="68" cy="36" r="7" className={styles.maize} />
          <path d="M60 12l-8 22 10 8-8 22 10 20" className={styles.crack} />
        </>
      )}
      {name === 'offline' && (
        <>
          <path d="M18 38c22-20 54-20 76 0M32 52c14-12 34-12 48 0" className={styles.wave} />
          <path d="M45 66c7-6 15-6 22 0" className={styles.waveNear} />
          <circle cx="56" cy="78" r="6" className={styles.brand} />
        </>
      )}
    </svg>
  );
}

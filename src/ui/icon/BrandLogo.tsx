import styles from './Brand.module.css';

/** Only this brand has a drawn logo; any other name is shown as text beside the symbol. */
const DRAWN_NAME = 'Ajora';

/** Shows the shop's logo. @param name undefined while the settings load; only the symbol shows then. */
export function BrandLogo({ name }: { name: string | undefined }) {
  return (
    <span className={styles.brand}>
      {name === DRAWN_NAME ? <Wordmark /> : <Mark />}
      {name !== undefined && name !== DRAWN_NAME && (
        <span className={styles.name} translate="no">
          {name}
        </span>
      )}
    </span>
  );
}

function Wordmark() {
  return (
    <svg className={styles.wordmark} viewBox="-2 0 180 80" width="72" height="32" aria-hidden="true">
      <g className={styles.line}>
        <path d="M31.34 29.43A15.5 15.5 0 1 1 4.54 41.08" />
        <path d="M4.90 36.51A15.5 15.5 0 0 1 26.79 26.07" className={styles.accent} />
        <path
          className={styles.round}
          d="M35.5 24.5v31M52 24.5V62q0 11.5-11.5 11.5M115.5 24.5v31M115.5 40q0-15.5 14.5-15.5M170.5 24.5v31"
        />
        <circle cx="83.5" cy="40" r="15.5" />
        <circle cx="155" cy="40" r="15.5" />
      </g>
      <circle cx="52" cy="9" r="6" className={styles.dot} />
    </svg>
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="5 5 50 54" width="26" height="28" aria-hidden="true">
      <g className={styles.line}>
        <path d="M39.51 20.89A16 16 0 1 1 12.02 32.84" />
        <path d="M12.35 28.67A16 16 0 0 1 35.26 17.74" className={styles.accent} />
        <path d="M44 16v32" className={styles.round} />
      </g>
    </svg>
  );
}

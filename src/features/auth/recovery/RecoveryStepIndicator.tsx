import styles from '../Auth.module.css';

const STEPS = ['Verify key', 'New password'];

export function RecoveryStepIndicator({ current }: { current: 1 | 2 }) {
  return (
    <ol
      className={`row small ${styles.steps}`}
      data-wrap=""
      data-gap="2"
      aria-label={`Step ${current} of ${STEPS.length}`}
    >
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index + 1 === current ? 'step' : undefined}>
          <span className={styles.number} data-current={index + 1 === current || undefined}>
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}

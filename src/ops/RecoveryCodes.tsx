import styles from './Lists.module.css';

/** Codes to write down, each for one time. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className={styles.codes} translate="no">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}

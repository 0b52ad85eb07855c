import styles from './Lists.module.css';

interface Props {
  says: readonly string[];
  needsApproval?: boolean | undefined;
}

/** All that an act would move, a sentence each. */
export function Says({ says, needsApproval }: Props) {
  const sentences = needsApproval ? [...says, 'A second person has to agree.'] : says;
  return (
    <span className={styles.says}>
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  );
}

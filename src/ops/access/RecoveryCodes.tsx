import { useState } from 'react';
import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { downloadTextFile } from '../frames/DownloadFileButton.tsx';
import styles from '../frames/frames.module.css';

/** Shows new recovery codes and says what they are for. */
export function RecoveryCodesSection({ title, codes }: { title: string; codes: readonly string[] }) {
  return (
    <section className="stack" data-gap="2">
      <h2>{title}</h2>
      <p>
        Each code signs you in once if you lose your phone. Write them down and do not keep them on the phone.
      </p>
      <RecoveryCodeList codes={codes} />
    </section>
  );
}

/** Lists the recovery codes, each valid once, with two ways to save them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const [message, setMessage] = useState<string>();
  const text = `${codes.join('\n')}\n`;
  const handleCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied. Paste them where only you can read them.'),
      () => setMessage('This browser cannot copy. Write them down, or save them.'),
    );
  const handleSave = () => {
    downloadTextFile('console-recovery-codes.txt', text);
    setMessage('Saved as console-recovery-codes.txt. Move it to where only you can read it.');
  };
  return (
    <div className="stack" data-gap="3">
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row" data-wrap data-gap="2">
        {'clipboard' in navigator && (
          <Button variant="line" small onClick={handleCopy}>
            Copy Codes
          </Button>
        )}
        <Button variant="line" small onClick={handleSave}>
          Save Codes
        </Button>
      </div>
      {message && <MessageBox kind="success">{message}</MessageBox>}
    </div>
  );
}

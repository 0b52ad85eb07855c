import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './frames/frames.module.css';
import { saveFile } from './frames/SaveFile.tsx';

/** Codes to write down, each for one time, with two ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [told, setTold] = useState<string>();
  const text = `${codes.join('\n')}\n`;
  const handleCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => setTold('Copied. Paste them where only you can read them.'),
      () => setTold('This browser does not copy. Write them down, or save them.'),
    );
  const handleSave = () => {
    saveFile('console-recovery-codes.txt', 'text/plain', text);
    setTold('Saved as console-recovery-codes.txt. Move it to where only you can read it.');
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
      {told && <Note kind="success">{told}</Note>}
    </div>
  );
}

import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { copyText } from '../../lib/share.ts';
import { useCopied } from '../../lib/use-copied.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Button } from '../../ui/Button.tsx';
import { promptManualCopy } from '../../ui/ManualCopyDialog.tsx';
import styles from './ReferenceLine.module.css';

export function ReferenceLine({ reference }: { reference: string }) {
  const { isCopied, noteCopied } = useCopied(announce);

  const shown = useRef<HTMLSpanElement>(null);

  const handleCopy = async () => {
    if (await copyText(reference)) noteCopied();
    else promptManualCopy(shown.current);
  };
  return (
    <p className={styles.line}>
      <span>
        {'Reference: '}
        <span ref={shown} className={styles.reference} translate="no">
          {reference}
        </span>
      </span>
      <Button variant="quiet" small onClick={handleCopy}>
        {isCopied ? 'Copied!' : 'Copy'}
      </Button>
      <Link className="link small" to={paths.contact}>
        Contact
      </Link>
    </p>
  );
}

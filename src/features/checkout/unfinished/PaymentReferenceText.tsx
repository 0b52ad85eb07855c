import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { copyTextToClipboard } from '../../../lib/browser/share.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { useCopiedState } from '../../../ui/message/use-copied.ts';
import { promptManualCopy } from '../../../ui/overlay/ManualCopyDialog.tsx';
import styles from './PaymentReferenceText.module.css';

export function PaymentReferenceText({ reference }: { reference: string }) {
  const { isCopied, markCopied } = useCopiedState();

  const shown = useRef<HTMLSpanElement>(null);

  const handleCopy = async () => {
    if (await copyTextToClipboard(reference)) markCopied();
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
      <Link className="link small" to={screenPaths.contact}>
        Contact
      </Link>
    </p>
  );
}

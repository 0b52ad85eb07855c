import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { COPIED_MS } from '#contract/limits.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ReferenceLine.module.css';

/** The payment's reference to copy, and where to ask about it. */
export function ReferenceLine({ reference }: { reference: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      setCopied(true);
    } catch {
      // The reference stays readable: it can be selected by hand.
    }
  };
  return (
    <p className={styles.line}>
      <span>
        {'Reference: '}
        <span className={styles.reference}>{reference}</span>
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

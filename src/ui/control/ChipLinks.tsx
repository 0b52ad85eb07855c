import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import styles from './Chips.module.css';

interface Props {
  /** Accessible name of the list of links. */
  label: string;
  links: readonly { label: string; to: string; isCurrent: boolean }[];
}

/** Shows links to variants of a page, such as filters, in one row that scrolls sideways, and marks the current one. */
export function ChipLinks({ label, links }: Props) {
  const row = useRef<HTMLElement>(null);
  const current = links.find(({ isCurrent }) => isCurrent)?.to;
  // The current chip may be out of view. Only the row scrolls: `scrollIntoView` would move the page too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the current chip in the document
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !chip) return;
    row.current.scrollLeft =
      chip.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} className={styles.chips} aria-label={label}>
      {links.map(({ label: text, to, isCurrent }) => (
        <Link key={text} to={to} className={styles.chip} aria-current={isCurrent ? 'true' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

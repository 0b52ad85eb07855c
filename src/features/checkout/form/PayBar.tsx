import type { TextFreeChildren } from '../../../lib/react/elements.ts';
import styles from './PayBar.module.css';

const CARDS = ['Visa', 'Mastercard', 'Verve'];

/** Shows the pay button with its message and the accepted cards, on phones in a fixed bar. */
export function PayBar({ children }: { children: TextFreeChildren }) {
  return (
    <>
      <div className={styles.bar} data-paybar="">
        {children}
      </div>
      <ul className={styles.marks} aria-label="Cards you can pay with">
        {CARDS.map((card) => (
          <li key={card} translate="no">
            {card}
          </li>
        ))}
      </ul>
    </>
  );
}

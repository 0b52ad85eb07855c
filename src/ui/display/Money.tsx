import { formatNaira } from '#contract/rules/money/money.ts';
import styles from './Money.module.css';

interface PriceProps {
  /** Whole naira. */
  naira: number;
  /** Upper end of a price range, whole naira. */
  maxNaira?: number | undefined;
  /** Text size; `card` becomes larger on wide screens, where the price has a row of its own. */
  size?: 'sm' | 'md' | 'lg' | 'hero' | 'card';
}

/** Shows the price to pay, in bold digits of equal width. */
export function PriceText({ naira, maxNaira, size = 'md' }: PriceProps) {
  return (
    <span className={styles.price} data-size={size}>
      <Range naira={naira} maxNaira={maxNaira} />
    </span>
  );
}

/** Shows the price without a group, struck through; screen readers hear that it is the standard price. */
export function StruckThroughPrice({ naira, maxNaira, size = 'sm' }: PriceProps) {
  return (
    <s className={styles.struck} data-size={size}>
      <span className="sr">Standard price </span>
      <Range naira={naira} maxNaira={maxNaira} />
    </s>
  );
}

function Range({ naira, maxNaira = naira }: PriceProps) {
  return (
    <>
      <Amount naira={naira} />
      {maxNaira !== naira && (
        <>
          <span> - </span>
          <Amount naira={maxNaira} />
        </>
      )}
    </>
  );
}

function Amount({ naira }: { naira: number }) {
  return (
    <span className="num" translate="no">
      {formatNaira(naira)}
    </span>
  );
}

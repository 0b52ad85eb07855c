import { formatOrderLabelQrText } from '#contract/rules/pickup/pickup-qr.ts';
import { QrCode } from '../../ui/image/QrCode.tsx';
import styles from './Papers.module.css';

interface OrderLabel {
  trackingNumber: string;
  name: string;
  centreName: string;
  goods: readonly string[];
}

export type LabelPaperType = 'a4' | 'roll';

export const LABEL_PAPER_OPTIONS = [
  { value: 'a4', label: 'Labels on A4, 70 x 37 mm' },
  { value: 'roll', label: 'Labels on a roll, 58 mm' },
] as const;

/** The QR code's mask pattern is fixed, because choosing the best pattern would take most of the printing time. */
const MASK_PATTERN = 0;

/** A label has room for this many lines of goods; the packing list has all lines. */
const MOST_GOODS: Readonly<Record<LabelPaperType, number>> = { a4: 3, roll: 6 };

/** Renders a label for each order. It has no pickup code, because anybody with the code could collect the goods. */
export function LabelSheet({ labels, paper }: { labels: readonly OrderLabel[]; paper: LabelPaperType }) {
  return (
    <ul className={styles.labels} data-paper={paper} translate="no">
      {labels.map(({ trackingNumber, name, centreName, goods }) => {
        const shown = goods.length > MOST_GOODS[paper] ? goods.slice(0, MOST_GOODS[paper] - 1) : goods;
        return (
          <li key={trackingNumber}>
            <QrCode
              text={formatOrderLabelQrText(trackingNumber)}
              label={`QR code of ${trackingNumber}`}
              maskPattern={MASK_PATTERN}
            />
            <div>
              <p className="strong">{name}</p>
              <p className="num">{trackingNumber}</p>
              <p>{centreName}</p>
              {shown.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change order
                <p key={index}>{line}</p>
              ))}
              {shown.length < goods.length && <p>{`and ${goods.length - shown.length} more`}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

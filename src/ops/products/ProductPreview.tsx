import { Badge } from '../../ui/Badge.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { moneyText } from '../words.ts';
import styles from './Products.module.css';
import { livePrices, type ProductDraft } from './product-draft.ts';

/** The card of a product as it stands in the form. */
export function ProductPreview({ draft }: { draft: ProductDraft }) {
  const prices = livePrices(draft);
  const [picture] = draft.pictures;
  const saving =
    prices && prices.standard > prices.most ? 100 - Math.round((100 * prices.most) / prices.standard) : 0;
  return (
    <div className={styles.preview}>
      <div className={styles.frame}>
        {saving > 0 && <Badge tone="deal">{`SAVE ${saving}%`}</Badge>}
        {picture ? (
          <LazyImage picture={picture} alt="" sizes="240px" />
        ) : (
          <p className={styles.noPicture}>No picture yet</p>
        )}
      </div>
      <p className="strong">{draft.title.trim() || 'Untitled Product'}</p>
      {prices ? (
        <p>
          <b className={styles.price}>
            {prices.least < prices.most
              ? `${moneyText(prices.least)} - ${moneyText(prices.most)}`
              : moneyText(prices.most)}
          </b>{' '}
          {prices.standard > prices.most && <del className="muted small">{moneyText(prices.standard)}</del>}
        </p>
      ) : (
        <p className="muted small">No price yet</p>
      )}
    </div>
  );
}

import { Link } from 'react-router-dom';
import { MAX_LINE_QUANTITY } from '#contract/limits.ts';
import { formatNaira } from '#contract/money.ts';
import { itemPrice, lineTotal } from '#contract/rules/line-price.ts';
import type { CartItem } from '#contract/schemas/cart.ts';
import { focusNeighbourRow } from '../../lib/focus-content.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { Price } from '../../ui/Money.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import styles from './Cart.module.css';

interface Props {
  item: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** Returns the selling unit, or "bought alone", for the line under the title. */
export function cartUnitText(item: CartItem): string {
  const unit = item.sellingUnit?.displayName ?? null;
  const solo = item.variant === 'solo' ? 'Solo purchase' : null;
  return [unit, solo].filter((part) => part !== null).join(' · ');
}

export function CartLine({ item, onQuantity, onRemove }: Props) {
  const { product } = item;
  const title = item.name || product.title;
  const words = cartUnitText(item);
  return (
    <li className={styles.line} data-available={item.available}>
      <Link className={styles.picture} to={paths.product(product.slug)} tabIndex={-1} aria-hidden="true">
        <LazyImage picture={product.pictures[0]} src={product.images[0]} alt="" sizes="96px" />
      </Link>
      <div>
        <Link className={styles.title} to={paths.product(product.slug)}>
          {title}
        </Link>
        <span className="small muted">
          {words && <span>{`${words} · `}</span>}
          <span className="num" translate="no">
            {formatNaira(itemPrice(item))}
          </span>
        </span>
        {!item.available && <p className="small strong">No longer available</p>}
      </div>
      <div className={styles.foot}>
        {item.available && (
          <Stepper
            label="Quantity"
            value={item.quantity}
            min={1}
            max={MAX_LINE_QUANTITY}
            onChange={onQuantity}
          />
        )}
        <span className={styles.ends}>
          {item.available ? <Price naira={lineTotal(item)} /> : <span />}
          <IconButton
            icon="trash"
            label={`Remove ${title}`}
            onClick={({ currentTarget }) => {
              focusNeighbourRow(currentTarget);
              onRemove();
            }}
          />
        </span>
      </div>
    </li>
  );
}

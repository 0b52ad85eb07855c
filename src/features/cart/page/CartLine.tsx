import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import { formatLimitPerPerson } from '#contract/rules/group/limit-per-person.ts';
import { calculateCartLineTotal, getCartLineUnitPrice } from '#contract/rules/money/line-price.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import type { CartItem } from '#contract/schemas/cart.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/control/IconButton.tsx';
import { QuantityStepper } from '../../../ui/control/QuantityStepper.tsx';
import { PriceText } from '../../../ui/display/Money.tsx';
import { LazyImage } from '../../../ui/image/LazyImage.tsx';
import styles from './Cart.module.css';

interface Props {
  item: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: (event: MouseEvent<HTMLElement>) => void;
}

/** Formats the selling unit, or "bought alone", for the line under the title. */
export function formatCartItemUnit(item: CartItem): string {
  const unit = item.sellingUnit?.displayName ?? null;
  const solo = item.variant === 'solo' ? 'Solo purchase' : null;
  return [unit, solo].filter((part) => part !== null).join(' · ');
}

export function CartLine({ item, onQuantity, onRemove }: Props) {
  const { product } = item;
  const title = item.name || product.title;
  const unitText = formatCartItemUnit(item);
  return (
    <li className={styles.line} data-available={item.available}>
      <Link
        className={styles.picture}
        to={screenPaths.product(product.slug)}
        tabIndex={-1}
        aria-hidden="true"
      >
        <LazyImage image={product.pictures[0]} src={product.images[0]} alt="" sizes="96px" />
      </Link>
      <div>
        <Link className={styles.title} to={screenPaths.product(product.slug)}>
          {title}
        </Link>
        <span className="small muted">
          {unitText && <span>{`${unitText} · `}</span>}
          <span className="num" translate="no">
            {formatNaira(getCartLineUnitPrice(item))}
          </span>
        </span>
        {item.variant !== 'solo' && product.maxUnitsPerPerson !== undefined && (
          <p className="small">
            {formatLimitPerPerson(product.maxUnitsPerPerson, product.sellingUnits?.baseUnitName ?? null)}
          </p>
        )}
        {!item.available && <p className="small strong">No longer available</p>}
      </div>
      <div className={styles.foot}>
        {item.available && (
          <QuantityStepper
            label="Quantity"
            value={item.quantity}
            min={1}
            max={CART_LINE_QUANTITY_MAX}
            onChange={onQuantity}
          />
        )}
        <span className={styles.ends}>
          {item.available ? <PriceText naira={calculateCartLineTotal(item)} /> : <span />}
          <IconButton icon="trash" label={`Remove ${title}`} onClick={onRemove} />
        </span>
      </div>
    </li>
  );
}

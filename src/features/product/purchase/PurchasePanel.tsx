import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import { formatLimitPerPerson } from '#contract/rules/group/limit-per-person.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import type { Product, SellingUnit } from '#contract/schemas/product.ts';
import { cartTexts } from '#contract/texts.ts';
import { ERROR_MESSAGE_VISIBLE_MS } from '../../../lib/api/error-message.ts';
import type { TextFreeChildren } from '../../../lib/react/elements.ts';
import { usePreventReloadWhileUnsaved } from '../../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { QuantityStepper } from '../../../ui/control/QuantityStepper.tsx';
import { PriceText, StruckThroughPrice } from '../../../ui/display/Money.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { RefundGuarantee } from '../../../ui/message/RefundGuarantee.tsx';
import { BuyButton } from './BuyButton.tsx';
import styles from './PurchasePanel.module.css';
import {
  getActiveSellingUnits,
  getBaseUnitName,
  getDisplayedPrice,
  getUnitPriceNaira,
} from './selling-unit.ts';
import { consumeStoredUnitAndQuantity, storeChosenUnitAndQuantity } from './stored-choice.ts';

interface Props {
  product: Product;
  /** The group's progress, shown between price and choice of unit. */
  progress: TextFreeChildren;
  /** @param unit null for a product without selling units. */
  onAdd: (unit: SellingUnit | null, quantity: number) => void;
  isAdding: boolean;
  /** Duration of the product's groups in hours. */
  windowHours: number;
}

/** Shows price, unit, quantity and buy button; on phones the button is in a fixed bar at the bottom. */
export function PurchasePanel({ product, progress, onAdd, isAdding, windowHours }: Props) {
  const units = getActiveSellingUnits(product);
  const select = useRef<HTMLSelectElement>(null);
  const [unitName, setUnitName] = useState('');
  const [quantity, setQuantity] = useState(1);
  const [missing, setMissing] = useState(0);
  usePreventReloadWhileUnsaved(unitName !== '' || quantity !== 1);
  const unit = units.find((option) => option.name === unitName);
  const { priceNaira, baseNaira, label } = getDisplayedPrice(product, unit);
  const hasSaving = priceNaira > 0 && baseNaira > priceNaira;

  useEffect(() => {
    if (missing === 0) return;
    const timer = setTimeout(() => setMissing(0), ERROR_MESSAGE_VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [missing]);

  // Restores a saved choice after hydration, because the server's HTML has none.
  useLayoutEffect(() => {
    const last = consumeStoredUnitAndQuantity(product.slug);
    if (!last) return;
    if (getActiveSellingUnits(product).some(({ name }) => name === last.unitName)) setUnitName(last.unitName);
    setQuantity(last.quantity);
  }, [product]);

  const handleAdd = () => {
    if (units.length > 0 && !unit) {
      setMissing((times) => times + 1);
      return select.current?.focus();
    }
    setMissing(0);
    onAdd(unit ?? null, quantity);
  };
  const button = (
    <BuyButton
      slug={product.slug}
      onAdd={handleAdd}
      onLogin={() => storeChosenUnitAndQuantity({ slug: product.slug, unitName, quantity })}
      isAdding={isAdding}
    />
  );

  return (
    <>
      <div>
        <span className="tiny muted">{label}</span>
        <div className="row" data-gap="2" data-wrap="" data-align="baseline">
          {priceNaira > 0 ? <PriceText naira={priceNaira} size="hero" /> : <span>Price not available</span>}
          {hasSaving && <StruckThroughPrice naira={baseNaira} size="md" />}
        </div>
        {hasSaving && <p className={styles.saving}>{`You save ${formatNaira(baseNaira - priceNaira)}`}</p>}
      </div>
      {progress}
      {units.length > 0 && (
        <SelectField
          ref={select}
          label="Selling unit"
          required
          placeholder="Select an option"
          options={units.map((option) => ({
            value: option.name,
            label: `${option.displayName} · ${formatNaira(getUnitPriceNaira(option))}`,
          }))}
          value={unitName}
          onChange={(event) => setUnitName(event.target.value)}
          error={missing > 0 ? cartTexts.selectSellingUnit : null}
        />
      )}
      <div className="row" data-justify="between" data-wrap="">
        <span className="small strong">Quantity</span>
        <QuantityStepper
          label="Quantity"
          value={quantity}
          onChange={setQuantity}
          max={CART_LINE_QUANTITY_MAX}
        />
      </div>
      {unit && (
        <p className="small">
          {`Your order counts ${formatBaseUnitQuantity(unit.baseUnitQuantity * quantity, getBaseUnitName(product))} in the group.`}
        </p>
      )}
      <LimitPerPerson product={product} />
      <RefundGuarantee windowHours={windowHours} />
      <div className={styles.wideButton}>{button}</div>
      <div className={styles.bar} data-buybar="">
        <div>
          {priceNaira > 0 && <BarPrice units={units} unit={unit} naira={priceNaira} quantity={quantity} />}
          {hasSaving && (unit || units.length === 0) && <StruckThroughPrice naira={baseNaira * quantity} />}
        </div>
        {button}
      </div>
    </>
  );
}

function LimitPerPerson({ product }: Pick<Props, 'product'>) {
  const max = product.maxUnitsPerPerson;
  return max !== undefined && <p className="small">{formatLimitPerPerson(max, getBaseUnitName(product))}</p>;
}

interface BarPriceProps {
  units: readonly SellingUnit[];
  /** Unit that the shopper has chosen; undefined: none yet, so the price shows with "from". */
  unit: SellingUnit | undefined;
  naira: number;
  quantity: number;
}

function BarPrice({ units, unit, naira, quantity }: BarPriceProps) {
  if (unit || units.length === 0) return <PriceText naira={naira * quantity} />;
  return (
    <>
      <span className="tiny muted">from</span>
      <PriceText naira={Math.min(...units.map(getUnitPriceNaira)) * quantity} />
    </>
  );
}

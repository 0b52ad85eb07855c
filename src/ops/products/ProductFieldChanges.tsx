import { formatInteger } from '#contract/rules/money/money.ts';
import { buildImagePath } from '#contract/rules/product/image-path.ts';
import type { OpsProductFieldChanges } from '#contract/schemas/ops/products.ts';
import { formatNairaWithKobo } from '../display-text.ts';
import lists from '../frames/frames.module.css';
import styles from './Products.module.css';

const SMALLEST_PX = 160;

/** Shows the changed fields of a product, before and after; all fields of a new one. */
export function ProductFieldChanges({ change: { isNew, fields } }: { change: OpsProductFieldChanges }) {
  const shownFields = Object.entries(fields).filter(
    ([field, { after }]) => field !== 'slug' && !(isNew && isEmpty(after)),
  );
  return (
    <dl className={lists.changes}>
      {shownFields.map(([field, { before, after }]) => (
        <div key={field}>
          <dt>{getProductFieldLabel(field)}</dt>
          <dd>
            {!isNew && (
              <>
                <del>
                  <span className="sr">before: </span>
                  <FieldValue field={field} value={before} />
                </del>{' '}
              </>
            )}
            <ins>
              {!isNew && <span className="sr">after: </span>}
              <FieldValue field={field} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (field !== 'images') return <span>{fieldWords(field, value)}</span>;
  const hashes = Array.isArray(value) ? (value as string[]) : [];
  if (hashes.length === 0) return <span>none</span>;
  return hashes.map((hash) => (
    <img
      key={hash}
      className={styles.small}
      src={buildImagePath(hash, SMALLEST_PX, 'webp')}
      alt={hash.slice(0, 6)}
      width={48}
      height={48}
      loading="lazy"
    />
  ));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const NAMES: Readonly<Record<string, string>> = {
  slug: 'Web name',
  title: 'Title',
  description: 'Description',
  category: 'Category',
  images: 'Images',
  specifications: 'Specifications',
  price: 'Group price',
  basePrice: 'Standard price',
  supplier: 'Supplier',
  cost: 'Cost',
  minimumViableUnits: 'Units a group needs',
  windowHours: 'Hours a group runs',
  maxUnitsPerPerson: 'Most for one person',
  soloEnabled: 'Can be bought alone',
  active: 'On sale',
  baseUnitName: 'Base unit',
  sellingUnits: 'Selling units',
};

export const getProductFieldLabel = (field: string): string => NAMES[field] ?? field;

interface Unit {
  displayName: string;
  baseUnitQuantity: number;
  customPrice: number | null;
  basePrice: number;
  isActive: boolean;
}

function fieldWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (field === 'price' || field === 'basePrice' || field === 'cost')
    return formatNairaWithKobo(Number(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatInteger(value);
  if (field === 'sellingUnits' && Array.isArray(value))
    return value.length === 0 ? 'none' : (value as Unit[]).map(unitWords).join('; ');
  if (field === 'specifications') {
    const pairs = Object.entries(value as Record<string, string>);
    return pairs.length === 0 ? 'none' : pairs.map(([name, text]) => `${name}: ${text}`).join('; ');
  }
  return String(value);
}

function unitWords({ displayName, baseUnitQuantity, customPrice, basePrice, isActive }: Unit): string {
  const price = customPrice === null ? 'calculated' : formatNairaWithKobo(customPrice);
  return `${displayName} (${formatInteger(baseUnitQuantity)}) for ${price}, alone ${formatNairaWithKobo(basePrice)}${isActive ? '' : ', not on sale'}`;
}

import { pictureAddress } from '#contract/rules/picture-address.ts';
import type { OpsProductChange } from '#contract/schemas/ops-products.ts';
import lists from '../Lists.module.css';
import styles from './Products.module.css';
import { fieldName, fieldWords } from './product-fields.ts';

const SMALLEST_PX = 160;

/** The fields of a product that differ, before and after; of a new one what it would be. */
export function FieldChanges({ change: { isNew, fields } }: { change: OpsProductChange }) {
  const told = Object.entries(fields).filter(
    ([field, { after }]) => field !== 'slug' && !(isNew && isEmpty(after)),
  );
  return (
    <dl className={lists.changes}>
      {told.map(([field, { before, after }]) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
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
      src={pictureAddress(hash, SMALLEST_PX, 'webp')}
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

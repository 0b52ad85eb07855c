import { BASE_UNIT_QUANTITY_MAX, PRICE_MAX_NAIRA, UNIT_NAME_LENGTH_MAX } from '#contract/limits.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { Button } from '../../ui/control/Button.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatNairaWithKobo } from '../display-text.ts';
import { createIntegerFieldProps, createNairaFieldProps } from '../frames/fields.tsx';
import frames from '../frames/frames.module.css';
import styles from './Products.module.css';
import { getDraftUnitPriceNaira, type ProductDraft, type SellingUnitDraft } from './product-draft.ts';

interface Props {
  draft: ProductDraft;
  onChange: (part: Partial<ProductDraft>) => void;
}

/** Edits the selling units of a product and shows the price of each for shoppers. */
export function SellingUnitsField({ draft, onChange }: Props) {
  const { units } = draft;
  const patch = (key: string, part: Partial<SellingUnitDraft>) =>
    onChange({ units: units.map((unit) => (unit.key === key ? { ...unit, ...part } : unit)) });
  const addUnit = () => onChange({ units: [...units, { ...NEW_UNIT, key: createRandomUuid() }] });
  return (
    <fieldset className={`stack ${frames.part}`}>
      <legend>Selling units</legend>
      <p className="muted small">
        Without selling units the product is sold as one piece. With selling units, the group price above is
        for the largest one; the others are priced in proportion unless you set their own price.
      </p>
      {units.length > 0 && (
        <TextField
          label="Base unit"
          hint="kg, litre, piece"
          value={draft.baseUnitName}
          onChange={(event) => onChange({ baseUnitName: event.target.value })}
          maxLength={UNIT_NAME_LENGTH_MAX}
          required
        />
      )}
      {units.map((unit, index) => {
        const price = getDraftUnitPriceNaira(draft, unit);
        const known = (field: keyof SellingUnitDraft) => ({
          value: String(unit[field]),
          onChange: (event: { target: { value: string } }) =>
            patch(unit.key, { [field]: event.target.value }),
        });
        return (
          <fieldset key={unit.key} className={`stack ${frames.part} ${styles.unit}`} data-gap="3">
            <legend>{unit.displayName || `Unit ${index + 1}`}</legend>
            <TextField label="Name" {...known('displayName')} maxLength={UNIT_NAME_LENGTH_MAX} required />
            <TextField
              label={`How many ${draft.baseUnitName || 'base units'}`}
              {...known('baseUnitQuantity')}
              {...createIntegerFieldProps(BASE_UNIT_QUANTITY_MAX)}
              required
            />
            <TextField
              label="Standard price"
              {...known('basePrice')}
              {...createNairaFieldProps(PRICE_MAX_NAIRA)}
              required
            />
            <TextField
              label="Own group price"
              optional
              {...known('customPrice')}
              {...createNairaFieldProps(PRICE_MAX_NAIRA)}
            />
            <p className={styles.live}>
              {' '}
              Group price <b className="num">{price === null ? '...' : formatNairaWithKobo(price)}</b>
            </p>
            <div className="row" data-wrap data-justify="between">
              <CheckboxField checked={unit.isActive} onChange={(isActive) => patch(unit.key, { isActive })}>
                On sale
              </CheckboxField>
              <Button
                variant="danger"
                small
                onClick={() => onChange({ units: units.filter(({ key }) => key !== unit.key) })}
              >
                Remove
              </Button>
            </div>
          </fieldset>
        );
      })}
      <Button variant="line" onClick={addUnit}>
        Add a Unit
      </Button>
    </fieldset>
  );
}

const NEW_UNIT = {
  name: '',
  displayName: '',
  baseUnitQuantity: '',
  customPrice: '',
  basePrice: '',
  isActive: true,
};

import { type Static, Type } from 'typebox';
import { LIST_ROWS_MAX, SLUG_LENGTH_MAX } from '../../limits.ts';
import { PERCENT_INPUT_ERROR, PERCENT_RANGE } from '../../rules/text/number-input.ts';
import { ObjectReply } from '../basics.ts';
import { OpsEditProductBody, OpsProductFieldChanges } from './products.ts';

const { price, category, supplier, maxUnitsPerPerson, dryRun } = OpsEditProductBody.properties;

/** Makes the same change to several products. `percent` changes every price of a product and of its selling units. */
export const OpsBulkEditProductsBody = Type.Object({
  slugs: Type.Array(Type.String({ minLength: 1, maxLength: SLUG_LENGTH_MAX }), {
    ...{ minItems: 1, maxItems: LIST_ROWS_MAX, uniqueItems: true },
  }),
  ...{ price, category, supplier, dryRun, maxUnitsPerPerson },
  percent: Type.Optional(Type.Integer({ ...PERCENT_RANGE, 'x-refusal': PERCENT_INPUT_ERROR })),
  active: Type.Optional(Type.Boolean()),
});
export type OpsBulkEditProductsBody = Static<typeof OpsBulkEditProductsBody>;

/** `changes` has only the products that change. A repeated call whose first reply was lost has no `changes`. */
export const OpsBulkEditProductsReply = ObjectReply({
  changes: Type.Optional(Type.Array(OpsProductFieldChanges)),
  isDryRun: Type.Optional(Type.Boolean()),
});
export type OpsBulkEditProductsReply = Static<typeof OpsBulkEditProductsReply>;

import { type Static, Type } from 'typebox';
import * as limits from '../../limits.ts';
import {
  DataReply,
  IsoTimestamp,
  ListReply,
  NairaAmount,
  NullableString,
  ObjectReply,
  PositiveIntegerUpTo,
  TextUpTo,
  Uuid,
  WholeNairaUpTo,
} from '../basics.ts';
import { ProductImage, UnitPriceType } from '../product.ts';

/** Prices are in whole naira. */

const Nullable = <Of extends Parameters<typeof Type.Array>[0]>(of: Of) => Type.Union([of, Type.Null()]);

/** `after` is the last slug of the previous page. `incomplete`: on sale without image or description. */
export const OpsProductsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: limits.SEARCH_LENGTH_MAX })),
  status: Type.Optional(Type.Enum(['active', 'inactive', 'incomplete'])),
  after: Type.Optional(TextUpTo(limits.SLUG_LENGTH_MAX)),
  limit: Type.Optional(PositiveIntegerUpTo(limits.LIST_ROWS_MAX)),
});
export type OpsProductsQuery = Static<typeof OpsProductsQuery>;

export const OpsProductsReply = ListReply({
  slug: Type.String(),
  title: Type.String(),
  active: Type.Boolean(),
  fromPrice: NairaAmount,
  price: NairaAmount,
  basePrice: NairaAmount,
  minimumViableUnits: Type.Integer(),
  unitsSold: Type.Integer(),
  baseUnit: Nullable(Type.String()),
  picture: Nullable(ProductImage),
});
export type OpsProductsReply = Static<typeof OpsProductsReply>;

export const OpsProductSlugParams = Type.Object({ slug: TextUpTo(limits.SLUG_LENGTH_MAX) });
export type OpsProductSlugParams = Static<typeof OpsProductSlugParams>;

/**
 * `name` identifies the unit in carts. When `customPrice` is null, the price is calculated from the
 * product's.
 */
const Unit = Type.Object({
  name: Type.String({ maxLength: limits.UNIT_NAME_LENGTH_MAX }),
  displayName: Type.String({ maxLength: limits.UNIT_NAME_LENGTH_MAX }),
  baseUnitQuantity: PositiveIntegerUpTo(limits.BASE_UNIT_QUANTITY_MAX),
  priceType: UnitPriceType,
  customPrice: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: limits.PRICE_MAX_NAIRA,
  }),
  basePrice: PositiveIntegerUpTo(limits.PRICE_MAX_NAIRA),
  isActive: Type.Boolean(),
});
export type OpsSellingUnit = Static<typeof Unit>;
const Specifications = Type.Record(Type.String(), Type.String());

const ShownProduct = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: Type.String(),
  specifications: Specifications,
  price: NairaAmount,
  basePrice: NairaAmount,
  supplier: Type.String(),
  cost: Nullable(NairaAmount),
  minimumViableUnits: Type.Integer(),
  windowHours: Nullable(Type.Number()),
  maxUnitsPerPerson: Nullable(Type.Integer()),
  soloEnabled: Type.Boolean(),
  active: Type.Boolean(),
  sellingUnitsData: Type.Object({
    enabled: Type.Boolean(),
    baseUnitName: Type.String(),
    options: Type.Array(Unit),
  }),
  pictures: Type.Array(ProductImage),
  /** The price for new groups. An open group keeps the price with which it opened. */
  now: Type.Object({
    price: NairaAmount,
    basePrice: NairaAmount,
    minimumViableUnits: Type.Integer(),
    units: Type.Array(
      Type.Object({
        name: Type.String(),
        displayName: Type.String(),
        price: NairaAmount,
        basePrice: NairaAmount,
        isOffered: Type.Boolean(),
      }),
    ),
  }),
  group: Nullable(
    Type.Object({
      groupId: Uuid,
      unitsSold: Type.Integer(),
      minimumViableUnits: Type.Integer(),
      deadline: IsoTimestamp,
    }),
  ),
});
export type OpsProduct = Static<typeof ShownProduct>;
export const OpsProductReply = DataReply(ShownProduct);
export type OpsProductReply = Static<typeof OpsProductReply>;

const fields = {
  title: Type.Optional(Type.String({ maxLength: limits.PRODUCT_TITLE_LENGTH_MAX })),
  description: Type.Optional(Type.String({ maxLength: limits.PRODUCT_DESCRIPTION_LENGTH_MAX })),
  category: Type.Optional(Type.String({ maxLength: limits.CATEGORY_LENGTH_MAX })),
  price: Type.Optional(WholeNairaUpTo(limits.PRICE_MAX_NAIRA)),
  basePrice: Type.Optional(WholeNairaUpTo(limits.PRICE_MAX_NAIRA)),
  supplier: Type.Optional(Type.String({ maxLength: limits.SUPPLIER_NAME_LENGTH_MAX })),
  /** Cost price of the product's largest selling unit, whole naira; null: not known. Shoppers never see it. */
  cost: Type.Optional(Nullable(WholeNairaUpTo(limits.PRICE_MAX_NAIRA))),
  minimumViableUnits: Type.Optional(PositiveIntegerUpTo(limits.GROUP_MINIMUM_UNITS_MAX)),
  /** Duration of the product's groups in hours; null: the shop's default. */
  windowHours: Type.Optional(Nullable(Type.Number())),
  /** The most base units that one person may buy in one group; null: no limit. */
  maxUnitsPerPerson: Type.Optional(Nullable(PositiveIntegerUpTo(limits.GROUP_MINIMUM_UNITS_MAX))),
  soloEnabled: Type.Optional(Type.Boolean()),
  baseUnitName: Type.Optional(Type.String({ maxLength: limits.UNIT_NAME_LENGTH_MAX })),
  sellingUnits: Type.Optional(Type.Array(Unit, { maxItems: limits.SELLING_UNITS_PER_PRODUCT_MAX })),
  images: Type.Optional(
    Type.Array(Type.String({ maxLength: limits.FILE_NAME_LENGTH_MAX }), {
      maxItems: limits.IMAGES_PER_PRODUCT_MAX,
    }),
  ),
  specifications: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: limits.SPECIFICATION_VALUE_LENGTH_MAX }), {
      ...{
        maxProperties: limits.SPECIFICATIONS_PER_PRODUCT_MAX,
        propertyNames: { maxLength: limits.SPECIFICATION_NAME_LENGTH_MAX },
      },
    }),
  ),
  /** True: the reply describes the changes, and nothing changes. */
  dryRun: Type.Optional(Type.Boolean()),
};
/** Fields that are absent from the request stay unchanged. */
export const OpsEditProductBody = Type.Object(fields);
export type OpsEditProductBody = Static<typeof OpsEditProductBody>;
export const OpsAddProductBody = Type.Object({ slug: TextUpTo(limits.SLUG_LENGTH_MAX), ...fields });
export type OpsAddProductBody = Static<typeof OpsAddProductBody>;

const changeFields = {
  slug: Type.String(),
  isNew: Type.Boolean(),
  fields: Type.Record(
    Type.String(),
    Type.Object({ before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) }),
  ),
};
export const OpsProductFieldChanges = Type.Object(changeFields);
export type OpsProductFieldChanges = Static<typeof OpsProductFieldChanges>;
/** The changes made by adding or editing a product. A repeated call returns none of these fields. */
export const OpsSaveProductReply = DataReply(
  Type.Partial(Type.Object({ ...changeFields, isKeptInGroup: Type.Boolean(), isDryRun: Type.Boolean() })),
);
export type OpsSaveProductReply = Static<typeof OpsSaveProductReply>;

export const OpsImportProductsBody = Type.Object({
  /** File name of the table, which ends in .csv or .json. */
  fileName: TextUpTo(limits.FILE_NAME_LENGTH_MAX),
  text: Type.String({ maxLength: limits.IMPORT_FILE_CHARS_MAX, 'x-any-text': true }),
  /**
   * Minimum of a new product's group, in its largest selling units. It is used only for tables exported from another
   * shop system, which have no such column.
   */
  groupSize: Type.Optional(PositiveIntegerUpTo(limits.GROUP_MINIMUM_UNITS_MAX)),
  dryRun: Type.Optional(Type.Boolean()),
});
export type OpsImportProductsBody = Static<typeof OpsImportProductsBody>;

/** Reports whether the import took, changed or left out a column of another shop system's table, and in which rows. */
const ColumnReport = Type.Object({
  rows: Type.Array(Type.Integer()),
  column: Type.String(),
  outcome: Type.Enum(['taken', 'changed', 'left_out']),
  message: Type.String(),
});

/** After an error nothing is imported, and the reply has only `errors` and `source`. */
export const OpsImportProductsReply = ObjectReply({
  imported: Type.Integer(),
  added: Type.Optional(Type.Integer()),
  updated: Type.Optional(Type.Integer()),
  unchanged: Type.Optional(Type.Integer()),
  isDryRun: Type.Optional(Type.Boolean()),
  errors: Type.Array(
    Type.Object({
      row: Type.Integer(),
      slug: Type.Optional(NullableString),
      field: Type.String(),
      message: Type.String(),
    }),
  ),
  changes: Type.Optional(Type.Array(OpsProductFieldChanges)),
  /** The shop system from which the table was exported; absent: the table is in this shop's own format. */
  source: Type.Optional(Type.Object({ name: Type.String(), notes: Type.Array(ColumnReport) })),
});
export type OpsImportProductsReply = Static<typeof OpsImportProductsReply>;

export const OpsExportProductsReply = ObjectReply({ csv: Type.String() });
export type OpsExportProductsReply = Static<typeof OpsExportProductsReply>;

export const OpsAddProductImageQuery = Type.Object({ name: TextUpTo(limits.FILE_NAME_LENGTH_MAX) });
export type OpsAddProductImageQuery = Static<typeof OpsAddProductImageQuery>;
export const OpsAddProductImageReply = ObjectReply({
  ...ProductImage.properties,
  name: Type.String(),
  isNew: Type.Boolean(),
});
export type OpsAddProductImageReply = Static<typeof OpsAddProductImageReply>;

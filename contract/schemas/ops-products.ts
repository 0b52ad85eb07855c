import { type Static, Type } from 'typebox';
import {
  BASE_UNITS_MAX,
  CATEGORY_MAX,
  DESCRIPTION_MAX,
  FILE_NAME_MAX,
  IMPORT_TEXT_MAX,
  LIST_MAX,
  MINIMUM_UNITS_MAX,
  PICTURES_MAX,
  PRICE_MAX_NAIRA,
  SEARCH_MAX,
  SLUG_MAX,
  SPECIFICATION_NAME_MAX,
  SPECIFICATION_VALUE_MAX,
  SPECIFICATIONS_MAX,
  TITLE_MAX,
  UNIT_NAME_MAX,
  UNITS_MAX,
} from '../limits.ts';
import { Instant, Naira, NullableString, PositiveInteger, Uuid, WholeNaira } from './basics.ts';
import { Picture, PriceType } from './product.ts';

/** Prices are in whole naira. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Nullable = <Of extends Parameters<typeof Type.Array>[0]>(of: Of) => Type.Union([of, Type.Null()]);

/** `after` is the slug at which the previous page ended. */
export const OpsProductsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('inactive')])),
  after: Type.Optional(text(SLUG_MAX)),
  limit: Type.Optional(PositiveInteger(LIST_MAX)),
});
export type OpsProductsQuery = Static<typeof OpsProductsQuery>;

const Listed = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  active: Type.Boolean(),
  fromPrice: Naira,
  price: Naira,
  basePrice: Naira,
  minimumViableUnits: Type.Integer(),
  unitsSold: Type.Integer(),
  baseUnit: Nullable(Type.String()),
  picture: Nullable(Picture),
});
export const OpsProductsReply = Type.Object({ success: Type.Literal(true), data: Type.Array(Listed) });
export type OpsProductsReply = Static<typeof OpsProductsReply>;

export const OpsSlugParams = Type.Object({ slug: text(SLUG_MAX) });
export type OpsSlugParams = Static<typeof OpsSlugParams>;

/** `name` identifies the unit in carts. A null `customPrice` is calculated from the product's price. */
const Unit = Type.Object({
  name: Type.String({ maxLength: UNIT_NAME_MAX }),
  displayName: Type.String({ maxLength: UNIT_NAME_MAX }),
  baseUnitQuantity: PositiveInteger(BASE_UNITS_MAX),
  priceType: PriceType,
  customPrice: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: PRICE_MAX_NAIRA,
  }),
  basePrice: PositiveInteger(PRICE_MAX_NAIRA),
  isActive: Type.Boolean(),
});
export type OpsUnit = Static<typeof Unit>;
const Specifications = Type.Record(Type.String(), Type.String());

const ShownProduct = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: Type.String(),
  specifications: Specifications,
  price: Naira,
  basePrice: Naira,
  minimumViableUnits: Type.Integer(),
  windowHours: Nullable(Type.Number()),
  soloEnabled: Type.Boolean(),
  active: Type.Boolean(),
  sellingUnitsData: Type.Object({
    enabled: Type.Boolean(),
    baseUnitName: Type.String(),
    options: Type.Array(Unit),
  }),
  pictures: Type.Array(Picture),
  /** The current price. An open group keeps the price it opened with. */
  now: Type.Object({
    price: Naira,
    basePrice: Naira,
    minimumViableUnits: Type.Integer(),
    units: Type.Array(
      Type.Object({
        name: Type.String(),
        displayName: Type.String(),
        price: Naira,
        basePrice: Naira,
        isOffered: Type.Boolean(),
      }),
    ),
  }),
  group: Nullable(
    Type.Object({
      groupId: Uuid,
      unitsSold: Type.Integer(),
      minimumViableUnits: Type.Integer(),
      deadline: Instant,
    }),
  ),
});
export type OpsProduct = Static<typeof ShownProduct>;
export const OpsProductReply = Type.Object({ success: Type.Literal(true), data: ShownProduct });
export type OpsProductReply = Static<typeof OpsProductReply>;

const fields = {
  title: Type.Optional(Type.String({ maxLength: TITLE_MAX })),
  description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
  category: Type.Optional(Type.String({ maxLength: CATEGORY_MAX })),
  price: Type.Optional(WholeNaira(PRICE_MAX_NAIRA)),
  basePrice: Type.Optional(WholeNaira(PRICE_MAX_NAIRA)),
  minimumViableUnits: Type.Optional(PositiveInteger(MINIMUM_UNITS_MAX)),
  /** null: the shop's default. */
  windowHours: Type.Optional(Nullable(Type.Number())),
  soloEnabled: Type.Optional(Type.Boolean()),
  baseUnitName: Type.Optional(Type.String({ maxLength: UNIT_NAME_MAX })),
  sellingUnits: Type.Optional(Type.Array(Unit, { maxItems: UNITS_MAX })),
  images: Type.Optional(Type.Array(Type.String({ maxLength: FILE_NAME_MAX }), { maxItems: PICTURES_MAX })),
  specifications: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: SPECIFICATION_VALUE_MAX }), {
      ...{ maxProperties: SPECIFICATIONS_MAX, propertyNames: { maxLength: SPECIFICATION_NAME_MAX } },
    }),
  ),
  /** Reports the changes and makes none. */
  dryRun: Type.Optional(Type.Boolean()),
};
/** Absent fields stay unchanged. */
export const OpsProductEditBody = Type.Object(fields);
export type OpsProductEditBody = Static<typeof OpsProductEditBody>;
export const OpsProductAddBody = Type.Object({ slug: text(SLUG_MAX), ...fields });
export type OpsProductAddBody = Static<typeof OpsProductAddBody>;

const Change = {
  slug: Type.String(),
  isNew: Type.Boolean(),
  fields: Type.Record(
    Type.String(),
    Type.Object({ before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) }),
  ),
};
const ProductChange = Type.Object(Change);
export type OpsProductChange = Static<typeof ProductChange>;
/** A repeated call whose first reply was lost returns the audit line instead. */
export const OpsProductChangeReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Partial(Type.Object({ ...Change, isKeptInGroup: Type.Boolean(), isDryRun: Type.Boolean() })),
});
export type OpsProductChangeReply = Static<typeof OpsProductChangeReply>;

export const OpsImportBody = Type.Object({
  /** Ends in .csv or .json. */
  fileName: text(FILE_NAME_MAX),
  text: Type.String({ maxLength: IMPORT_TEXT_MAX, 'x-any-text': true }),
  dryRun: Type.Optional(Type.Boolean()),
});
export type OpsImportBody = Static<typeof OpsImportBody>;

/** With errors nothing was imported, and the other fields are absent. */
export const OpsImportReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({
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
    changes: Type.Optional(Type.Array(ProductChange)),
  }),
});
export type OpsImportReply = Static<typeof OpsImportReply>;

export const OpsExportReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ csv: Type.String() }),
});
export type OpsExportReply = Static<typeof OpsExportReply>;

export const OpsPictureQuery = Type.Object({ name: text(FILE_NAME_MAX) });
export type OpsPictureQuery = Static<typeof OpsPictureQuery>;
export const OpsPictureReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ ...Picture.properties, name: Type.String(), isNew: Type.Boolean() }),
});
export type OpsPictureReply = Static<typeof OpsPictureReply>;

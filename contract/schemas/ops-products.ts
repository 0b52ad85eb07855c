import { type Static, Type } from 'typebox';
import { IMPORT_TEXT_MAX } from '../limits.ts';
import { Instant, Naira, NullableString, Uuid } from './basics.ts';
import { Picture, PriceType } from './product.ts';

/** What the console's screens of products send and are told. Prices in whole naira. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** Not a union: of its first part null would be made 0. */
const NullableFigure = (type: 'integer' | 'number') => Type.Unsafe<number | null>({ type: [type, 'null'] });
const Nullable = <Of extends Parameters<typeof Type.Array>[0]>(of: Of) => Type.Union([of, Type.Null()]);

/** `after`: the slug at which the last page ended. */
export const OpsProductsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('inactive')])),
  after: Type.Optional(text(200)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
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
  picture: Nullable(Picture),
});
export const OpsProductsReply = Type.Object({ success: Type.Literal(true), data: Type.Array(Listed) });
export type OpsProductsReply = Static<typeof OpsProductsReply>;

export const OpsSlugParams = Type.Object({ slug: text(200) });
export type OpsSlugParams = Static<typeof OpsSlugParams>;

/** `name` is what lines of a cart know it by. `customPrice` null: calculated from the product's. */
const Unit = Type.Object({
  name: Type.String({ maxLength: 200 }),
  displayName: Type.String({ maxLength: 200 }),
  baseUnitQuantity: Type.Integer(),
  priceType: PriceType,
  customPrice: NullableFigure('integer'),
  basePrice: Type.Integer(),
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
  /** What shoppers are asked now: an open group keeps what it opened with. */
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
  title: Type.Optional(Type.String({ maxLength: 5_000 })),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  category: Type.Optional(Type.String({ maxLength: 5_000 })),
  price: Type.Optional(Type.Integer()),
  basePrice: Type.Optional(Type.Integer()),
  minimumViableUnits: Type.Optional(Type.Integer()),
  /** null: as long as the shop's other groups. */
  windowHours: Type.Optional(NullableFigure('number')),
  soloEnabled: Type.Optional(Type.Boolean()),
  baseUnitName: Type.Optional(Type.String({ maxLength: 200 })),
  sellingUnits: Type.Optional(Type.Array(Unit, { maxItems: 50 })),
  /** Hashes of kept pictures. */
  images: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
  specifications: Type.Optional(Specifications),
  /** What would change is told, and nothing is done. */
  dryRun: Type.Optional(Type.Boolean()),
};
/** What is absent stays as it is. */
export const OpsProductEditBody = Type.Object(fields);
export type OpsProductEditBody = Static<typeof OpsProductEditBody>;
export const OpsProductAddBody = Type.Object({ slug: text(200), ...fields });
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
/** Of an act under a key whose answer was lost the row of the log is told in place of all this. */
export const OpsProductChangeReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Partial(Type.Object({ ...Change, isKeptInGroup: Type.Boolean(), isDryRun: Type.Boolean() })),
});
export type OpsProductChangeReply = Static<typeof OpsProductChangeReply>;

export const OpsImportBody = Type.Object({
  /** Ends in .csv or .json. */
  fileName: text(200),
  text: Type.String({ maxLength: IMPORT_TEXT_MAX }),
  dryRun: Type.Optional(Type.Boolean()),
});
export type OpsImportBody = Static<typeof OpsImportBody>;

/** With errors nothing was taken, and the rest is absent. */
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

export const OpsPictureQuery = Type.Object({ name: text(200) });
export type OpsPictureQuery = Static<typeof OpsPictureQuery>;
export const OpsPictureReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ ...Picture.properties, name: Type.String(), isNew: Type.Boolean() }),
});
export type OpsPictureReply = Static<typeof OpsPictureReply>;

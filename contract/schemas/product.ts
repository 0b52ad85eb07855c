import { type Static, Type } from 'typebox';
import { CATEGORY_MAX, LIST_MAX, PAGES_MAX, PRODUCTS_PER_PAGE, SEARCH_MAX, SLUG_MAX } from '../limits.ts';
import { Instant, Naira, NullableString, Uuid } from './basics.ts';
import { GroupSummary } from './group.ts';

/** Each image is served as AVIF and WebP at the widths of `PICTURE_WIDTHS_PX` up to its own. */
export const Picture = Type.Object({
  /** Content hash, used in `/pictures/{hash}-{width}.avif` and `.webp`. */
  hash: Type.String(),
  /** Pixels of the master. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** Dominant colour, 0..15: the background while the image loads. */
  tone: Type.Integer(),
});
export type Picture = Static<typeof Picture>;

export const PriceType = Type.Union([Type.Literal('manual'), Type.Literal('calculated')]);
export type PriceType = Static<typeof PriceType>;

export const SellingUnitOption = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  baseUnitQuantity: Type.Integer(),
  priceType: PriceType,
  customPrice: Type.Union([Naira, Type.Null()]),
  calculatedPrice: Naira,
  basePrice: Naira,
  isActive: Type.Boolean(),
});
export type SellingUnitOption = Static<typeof SellingUnitOption>;

const SellingUnitsData = Type.Object({
  enabled: Type.Boolean(),
  baseUnitName: Type.String(),
  options: Type.Array(SellingUnitOption),
});

export const Product = Type.Object({
  _id: Uuid,
  title: Type.String(),
  description: Type.String(),
  slug: Type.String(),
  category: Type.String(),
  /** WebP addresses at 640 px, for clients that do not know `pictures`. */
  images: Type.Array(Type.String()),
  pictures: Type.Array(Picture),
  /** JPEG 1200x630 for shared links; null: the shop's default. */
  shareImage: NullableString,
  price: Naira,
  basePrice: Naira,
  /** min/max are 0 without selling units, else over the active units. */
  minPrice: Naira,
  maxPrice: Naira,
  minBasePrice: Naira,
  maxBasePrice: Naira,
  rating: Type.Number(),
  reviewCount: Type.Integer(),
  specifications: Type.Record(Type.String(), Type.String()),
  shareLink: Type.String(),
  sellingUnitsData: SellingUnitsData,
  minimumViableUnits: Type.Integer(),
  /** Duration of a group in hours; absent: the shop's default. */
  windowHours: Type.Optional(Type.Number()),
  soloEnabled: Type.Boolean(),
  group: GroupSummary,
});
export type Product = Static<typeof Product>;

const Pagination = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  pages: Type.Integer(),
  hasMore: Type.Boolean(),
});

export const ProductsQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGES_MAX, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_MAX, default: PRODUCTS_PER_PAGE })),
  /** Search terms: words of products or their synonyms. */
  q: Type.Optional(Type.String({ maxLength: SEARCH_MAX, 'x-any-text': true })),
  category: Type.Optional(Type.String({ maxLength: CATEGORY_MAX })),
});
export type ProductsQuery = Static<typeof ProductsQuery>;
export const ProductsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Product),
  pagination: Pagination,
  /** All categories in the order of their first products. Only with the first page. */
  categories: Type.Optional(Type.Array(Type.String())),
  serverTime: Instant,
});
export type ProductsReply = Static<typeof ProductsReply>;

export const SlugParams = Type.Object({ slug: Type.String({ maxLength: SLUG_MAX }) });
export type SlugParams = Static<typeof SlugParams>;
export const ProductReply = Type.Object({ success: Type.Literal(true), data: Product, serverTime: Instant });
export type ProductReply = Static<typeof ProductReply>;

export const PickupCentre = Type.Object({
  _id: Uuid,
  code: Type.String(),
  name: Type.String(),
  state: Type.String(),
  city: Type.String(),
  address: Type.String(),
  hours: Type.String(),
  isDefault: Type.Boolean(),
});
export type PickupCentre = Static<typeof PickupCentre>;
export const CentresReply = Type.Object({ success: Type.Literal(true), data: Type.Array(PickupCentre) });
export type CentresReply = Static<typeof CentresReply>;

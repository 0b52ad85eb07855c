import { type Static, Type } from 'typebox';
import {
  CATEGORY_LENGTH_MAX,
  LIST_ROWS_MAX,
  PRODUCT_LIST_PAGES_MAX,
  PRODUCTS_PER_PAGE,
  SEARCH_LENGTH_MAX,
  SLUG_LENGTH_MAX,
} from '../limits.ts';
import { DataReply, IsoTimestamp, NairaAmount, NullableString, Uuid } from './basics.ts';
import { ProductGroupSummary } from './group.ts';

/** An image of a product, served as AVIF and WebP in the widths of `IMAGE_WIDTHS_PX` that its original reaches. */
export const ProductImage = Type.Object({
  /** Hash of the image's content, part of its addresses `/pictures/{hash}-{width}.avif` and `.webp`. */
  hash: Type.String(),
  /** Width of the original image in pixels. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** The image's main colour, one of 16. It is the background while the image loads. */
  tone: Type.Integer(),
});
export type ProductImage = Static<typeof ProductImage>;

export const UnitPriceType = Type.Union([Type.Literal('manual'), Type.Literal('calculated')]);
export type UnitPriceType = Static<typeof UnitPriceType>;

export const SellingUnit = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  baseUnitQuantity: Type.Integer(),
  priceType: UnitPriceType,
  customPrice: Type.Union([NairaAmount, Type.Null()]),
  calculatedPrice: NairaAmount,
  basePrice: NairaAmount,
  isActive: Type.Boolean(),
});
export type SellingUnit = Static<typeof SellingUnit>;

const SellingUnitsData = Type.Object({
  enabled: Type.Boolean(),
  baseUnitName: Type.String(),
  options: Type.Array(SellingUnit),
});

export const Product = Type.Object({
  _id: Uuid,
  title: Type.String(),
  description: Type.String(),
  slug: Type.String(),
  category: Type.String(),
  /** Addresses of WebP images 640 px wide, for older clients that do not read `pictures`. */
  images: Type.Array(Type.String()),
  pictures: Type.Array(ProductImage),
  /** Image for shared links, JPEG of 1200x630; null: the shop's default. */
  shareImage: NullableString,
  price: NairaAmount,
  basePrice: NairaAmount,
  /** Lowest and highest price of the selling units on sale; both are 0 for a product without selling units. */
  minPrice: NairaAmount,
  maxPrice: NairaAmount,
  minBasePrice: NairaAmount,
  maxBasePrice: NairaAmount,
  /** Average stars of the public reviews, else the imported rating, else 0. */
  rating: Type.Number(),
  reviewCount: Type.Integer(),
  /** True: rating and count were imported, because the product has no public review in this shop. */
  isRatingImported: Type.Optional(Type.Literal(true)),
  specifications: Type.Record(Type.String(), Type.String()),
  shareLink: Type.String(),
  sellingUnitsData: SellingUnitsData,
  minimumViableUnits: Type.Integer(),
  /** The product's own duration of a group in hours; absent: the shop's default. */
  windowHours: Type.Optional(Type.Number()),
  /** The most base units that one person may buy in one group; absent: no limit. */
  maxUnitsPerPerson: Type.Optional(Type.Integer()),
  soloEnabled: Type.Boolean(),
  group: ProductGroupSummary,
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
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PRODUCT_LIST_PAGES_MAX, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_ROWS_MAX, default: PRODUCTS_PER_PAGE })),
  /** Search terms: words of a product or their synonyms. */
  q: Type.Optional(Type.String({ maxLength: SEARCH_LENGTH_MAX, 'x-any-text': true })),
  category: Type.Optional(Type.String({ maxLength: CATEGORY_LENGTH_MAX })),
  /** Selects only products whose open group is at this stage. */
  deals: Type.Optional(Type.Union([Type.Literal('closing-soon'), Type.Literal('almost-full')])),
});
export type ProductsQuery = Static<typeof ProductsQuery>;
export const ProductsReply = DataReply(Type.Array(Product), {
  pagination: Pagination,
  /** All categories, in the order of their first products. Only the first page has them. */
  categories: Type.Optional(Type.Array(Type.String())),
  serverTime: IsoTimestamp,
});
export type ProductsReply = Static<typeof ProductsReply>;

export const ProductSlugParams = Type.Object({ slug: Type.String({ maxLength: SLUG_LENGTH_MAX }) });
export type ProductSlugParams = Static<typeof ProductSlugParams>;
export const ProductReply = DataReply(Product, { serverTime: IsoTimestamp });
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
export const PickupCentresReply = DataReply(Type.Array(PickupCentre));
export type PickupCentresReply = Static<typeof PickupCentresReply>;

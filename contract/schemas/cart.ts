import { type Static, Type } from 'typebox';
import { ID_LENGTH_MAX, SHORT_TEXT_LENGTH_MAX, UNIT_NAME_LENGTH_MAX } from '../limits.ts';
import { cartTexts } from '../texts.ts';
import { DataReply, NairaAmount, NullableString, Uuid } from './basics.ts';
import { ProductImage, UnitPriceType } from './product.ts';

const CartSellingUnit = Type.Object({
  optionName: Type.String(),
  displayName: Type.String(),
  baseUnitQuantity: Type.Integer(),
  priceType: UnitPriceType,
  customPrice: Type.Union([NairaAmount, Type.Null()]),
  pricePerUnit: NairaAmount,
});

export const CartItem = Type.Object({
  _id: Type.String(),
  product: Type.Object({
    _id: Uuid,
    slug: Type.String(),
    title: Type.String(),
    images: Type.Array(Type.String()),
    pictures: Type.Array(ProductImage),
    price: NairaAmount,
    sellingUnits: Type.Object({ baseUnitName: Type.String() }),
    /** The product's own duration of a group in hours; absent: the shop's default. */
    windowHours: Type.Optional(Type.Number()),
    /** The most base units that one person may buy in one group; absent: no limit. */
    maxUnitsPerPerson: Type.Optional(Type.Integer()),
  }),
  quantity: Type.Integer(),
  /** `solo` marks a purchase without a group, at the standard price. */
  variant: NullableString,
  itemPrice: NairaAmount,
  /** The unit's price without a group, shown struck through. */
  basePrice: NairaAmount,
  name: Type.String(),
  sellingUnit: Type.Union([CartSellingUnit, Type.Null()]),
  /** False: the product was withdrawn from sale, so the cart's total does not include this line. */
  available: Type.Boolean(),
});
export type CartItem = Static<typeof CartItem>;

/**
 * The caller's cart. For a shopper who has no cart yet, `cartId` is null and `items` is empty, and a GET sends this
 * body with status 404.
 */
export const Cart = Type.Object({
  success: Type.Boolean(),
  cartId: Type.Union([Uuid, Type.Null()]),
  /** Increases by one with every change of the cart, so that an older reply cannot replace a newer one. */
  version: Type.Integer(),
  items: Type.Array(CartItem),
  totalPrice: NairaAmount,
  walletBalance: NairaAmount,
});
export type Cart = Static<typeof Cart>;

/** Sets the message of a refused field, because the validator's own would not help a shopper. */
const refusal = (sentence: string) => ({ 'x-refusal': sentence });

export const AddToCartBody = Type.Object({
  productId: Type.String({ maxLength: ID_LENGTH_MAX, ...refusal(cartTexts.productNotFound) }),
  quantity: Type.Optional(Type.Number(refusal(cartTexts.quantityTooSmall))),
  variant: Type.Optional(Type.Union([Type.String({ maxLength: SHORT_TEXT_LENGTH_MAX }), Type.Null()])),
  /**
   * The server uses only the unit's `name`. Price and quantity come from the database, so that nobody can set a price.
   */
  sellingUnit: Type.Optional(
    Type.Union([
      Type.Object({
        name: Type.Optional(Type.String({ maxLength: UNIT_NAME_LENGTH_MAX })),
        displayName: Type.Optional(Type.String({ maxLength: UNIT_NAME_LENGTH_MAX })),
        baseUnitQuantity: Type.Optional(Type.Number()),
        priceType: Type.Optional(Type.String({ maxLength: SHORT_TEXT_LENGTH_MAX })),
        customPrice: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
      }),
      Type.Null(),
    ]),
  ),
});
export type AddToCartBody = Static<typeof AddToCartBody>;
export const AddToCartReply = DataReply(Cart);
export type AddToCartReply = Static<typeof AddToCartReply>;

export const UpdateCartQuantityBody = Type.Object({
  productId: Type.String({ maxLength: ID_LENGTH_MAX, ...refusal(cartTexts.itemNotInCart) }),
  quantity: Type.Number(refusal(cartTexts.quantityTooSmall)),
  variant: Type.Optional(Type.Union([Type.String({ maxLength: SHORT_TEXT_LENGTH_MAX }), Type.Null()])),
  sellingUnitName: Type.Optional(Type.Union([Type.String({ maxLength: UNIT_NAME_LENGTH_MAX }), Type.Null()])),
});
export type UpdateCartQuantityBody = Static<typeof UpdateCartQuantityBody>;

export const RemoveFromCartParams = Type.Object({ productId: Type.String({ maxLength: ID_LENGTH_MAX }) });
export type RemoveFromCartParams = Static<typeof RemoveFromCartParams>;
export const RemoveFromCartQuery = Type.Object({
  variant: Type.Optional(Type.String({ maxLength: SHORT_TEXT_LENGTH_MAX })),
  sellingUnitName: Type.Optional(Type.String({ maxLength: UNIT_NAME_LENGTH_MAX })),
});
export type RemoveFromCartQuery = Static<typeof RemoveFromCartQuery>;

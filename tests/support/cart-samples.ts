import type { Cart, CartItem } from '#contract/schemas/cart.ts';

/** Screens that are rendered without a server show these carts. Amounts are in whole naira. */

export function createSampleCartItem(title: string, quantity: number, priceNaira: number): CartItem {
  return {
    _id: `line-${title}`,
    product: {
      _id: `product-${title}`,
      slug: title.toLowerCase().replaceAll(' ', '-'),
      title,
      images: [],
      pictures: [],
      price: priceNaira,
      sellingUnits: { baseUnitName: 'kg' },
    },
    quantity,
    variant: null,
    itemPrice: priceNaira,
    basePrice: priceNaira,
    name: title,
    sellingUnit: null,
    available: true,
  };
}

export function createSampleCart(items: CartItem[], walletBalance = 0): Cart {
  const totalPrice = items.reduce((sum, item) => sum + item.itemPrice * item.quantity, 0);
  return {
    success: true,
    cartId: items.length > 0 ? 'cart-1' : null,
    version: 1,
    items,
    totalPrice,
    walletBalance,
  };
}

import type { AddToCartReply } from '#contract/schemas/cart.ts';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import type { TestApi } from './api.ts';
import type { SignedUpApiShopper } from './api-shopper.ts';

/** Puts a product into the cart and pays the whole cart from the wallet, through the API. */
export async function payFromWalletThroughApi(
  api: TestApi,
  shopper: SignedUpApiShopper,
  productId: string,
  quantity: number,
  line: { variant?: string; sellingUnit?: { name: string } } = {},
): Promise<InitializePaymentReply> {
  const { token } = shopper;
  const added = await api.call<AddToCartReply>({
    method: 'POST',
    url: '/api/cart/add',
    body: { productId, quantity, ...line },
    token,
  });
  const { cartId, totalPrice } = added.body.data;
  const paid = await api.call<InitializePaymentReply>({
    method: 'POST',
    url: '/api/payment/initialize',
    body: {
      walletUse: totalPrice,
      paymentMethod: 'wallet_only',
      cartId,
      expectedTotal: totalPrice,
      deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
      phone: shopper.phone,
    },
    token,
  });
  if (paid.status !== 200) throw new Error(`paying answered ${paid.status}: ${JSON.stringify(paid.body)}`);
  return paid.body;
}

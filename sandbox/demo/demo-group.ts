import type { AppDeps } from '../../server/app.ts';
import { lockExistingShopperRow } from '../../server/db/lock-shopper.ts';
import { findUserByEmail } from '../../server/features/auth/user-repository.ts';
import { createCartService } from '../../server/features/cart/cart-service.ts';
import { cartProductsSubquery } from '../../server/features/catalogue/cart-products.ts';
import { findProductBySlug } from '../../server/features/catalogue/product-repository.ts';
import { initializePayment } from '../../server/features/payments/initialise/initialize-service.ts';
import { hasUserOrdered } from '../../server/features/payments/payments-repository.ts';
import { verifyAndSettlePayment } from '../../server/features/payments/settle/verify-service.ts';
import { walletBalanceSubquery } from '../../server/features/wallet/wallet-repository.ts';
import { readWalletBalance } from '../../server/features/wallet/wallet-service.ts';
import { REQUEST_WITHOUT_IDEMPOTENCY_KEY } from '../../server/http/idempotency.ts';
import type { DemoShopper } from './demo-shoppers.ts';

const PRODUCT = 'local-parboiled-rice-50kg';
const UNIT = 'bag-50kg';
const ADDRESS = { state: 'Lagos', city: 'Yaba', street: '12 Herbert Macaulay Way' };
const PAGE_TIMEOUT_MS = 10_000;

/** @returns false when the shopper has ordered before or no group exists. */
export async function joinDemoGroup(deps: AppDeps, shopper: DemoShopper): Promise<boolean> {
  const { db, config } = deps;
  const user = await findUserByEmail(db, shopper.email);
  const product = await findProductBySlug(db, PRODUCT);
  if (!user || !product?.active || (await hasUserOrdered(db, user.id))) return false;
  const carts = createCartService({ products: cartProductsSubquery, balance: walletBalanceSubquery });
  const line = { productId: product.id, variant: null, unitName: UNIT, quantity: shopper.bags };
  const cart = await db.transaction(async (tx) => {
    await lockExistingShopperRow(tx, user.id);
    return carts.ensureLines(tx, user.id, [line]);
  });
  const payment = await initializePayment(
    {
      ...deps,
      readCart: carts.priced,
      readBalance: readWalletBalance,
      publicUrl: config.publicUrl,
      brandName: config.brandName,
      groupWindowHours: config.groupWindowHours,
    },
    { id: user.id, sessionId: null },
    {
      walletUse: 0,
      paymentMethod: 'flutterwave_only',
      cartId: cart.cartId,
      expectedTotal: cart.totalPrice,
      deliveryAddress: ADDRESS,
      phone: shopper.phone,
    },
    REQUEST_WITHOUT_IDEMPOTENCY_KEY,
  );
  if (payment.authorization_url) await payAtSandbox(payment.authorization_url, config.provider.baseUrl);
  const verified = await verifyAndSettlePayment(
    { db, provider: deps.provider, groupWindowHours: config.groupWindowHours },
    payment.reference,
  );
  return verified.seen === 'successful';
}

/** Submits the card page over loopback, because this machine may not reach the shop's public address. */
async function payAtSandbox(link: string, sandboxOrigin: string): Promise<void> {
  const { pathname } = new URL(link);
  const answer = await fetch(new URL(pathname, sandboxOrigin), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PAGE_TIMEOUT_MS),
  });
  await answer.text();
}

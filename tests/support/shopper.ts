import { randomInt, randomUUID } from 'node:crypto';
import type { SignInReply } from '#contract/schemas/auth.ts';
import type { AddToCartReply, Cart } from '#contract/schemas/cart.ts';
import type { InitializePaymentReply, PaymentMethod } from '#contract/schemas/payment.ts';

/** `body` is the parsed JSON of the reply, or null when there was none. */
export interface ShopResponse<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface ShopCallOptions {
  body?: unknown;
  /** `Idempotency-Key`; absent: a new one, null: none. */
  key?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A payment needs these choices; the rest comes from the cart. */
export interface ShopperPayOptions {
  method: PaymentMethod;
  walletNaira?: number;
  key?: string | null;
  signal?: AbortSignal;
}

export const SHOPPER_PASSWORD = 'market day 7';
export const SHOPPER_RECOVERY_KEY = 'my grandmother’s stall';

/** @returns data for a new account that no other test uses. */
export function createShopperAccount(name = 'Amaka Okafor') {
  const number = String(randomInt(10 ** 9)).padStart(9, '0');
  return {
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}.${randomUUID().slice(0, 13)}@example.com`,
    phone: `+2348${number}`,
    password: SHOPPER_PASSWORD,
    secretRecoveryKey: SHOPPER_RECOVERY_KEY,
    platform: 'web',
  };
}

/** Sends one call. Throws only when the connection fails. */
export async function callShopApi<Body = unknown>(
  shopUrl: string,
  method: string,
  path: string,
  { body, key, headers, signal }: ShopCallOptions = {},
): Promise<ShopResponse<Body>> {
  const idempotencyKey = key === undefined && method !== 'GET' ? randomUUID() : key;
  const answer = await fetch(shopUrl + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as Body };
}

/** The shopper calls the API directly, as the app does but without a browser. */
export class TestShopper {
  readonly shopUrl: string;
  readonly account: ReturnType<typeof createShopperAccount>;
  session: SignInReply;

  constructor(shopUrl: string, account: ReturnType<typeof createShopperAccount>, session: SignInReply) {
    this.shopUrl = shopUrl;
    this.account = account;
    this.session = session;
  }

  get id(): string {
    return this.session.user.id;
  }

  /** Signs up a new shopper. @throws {Error} when the shop refuses. */
  static async signUp(shopUrl: string, name?: string): Promise<TestShopper> {
    const account = createShopperAccount(name);
    const answer = await callShopApi<SignInReply>(shopUrl, 'POST', '/api/auth/signup', { body: account });
    if (answer.status !== 201)
      throw new Error(`sign-up answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return new TestShopper(shopUrl, account, answer.body);
  }

  /** Signs in again after the shop ended the last session. */
  async signInAgain(): Promise<void> {
    const { email, password } = this.account;
    const answer = await callShopApi<SignInReply>(this.shopUrl, 'POST', '/api/auth/login', {
      body: { email, password, platform: 'web' },
    });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
    this.session = answer.body;
  }

  async call<Body = unknown>(
    method: string,
    path: string,
    options: ShopCallOptions = {},
  ): Promise<ShopResponse<Body>> {
    const headers = { authorization: `Bearer ${this.session.token}`, ...options.headers };
    return await callShopApi<Body>(this.shopUrl, method, path, { ...options, headers });
  }

  /** Calls the API and requires status 200. */
  async must<Body = unknown>(method: string, path: string, options: ShopCallOptions = {}): Promise<Body> {
    const answer = await this.call<Body>(method, path, options);
    if (answer.status !== 200) {
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  async add(productId: string, quantity = 1, sellingUnitName?: string): Promise<Cart> {
    const sellingUnit = sellingUnitName ? { name: sellingUnitName } : undefined;
    const reply = await this.must<AddToCartReply>('POST', '/api/cart/add', {
      body: { productId, quantity, sellingUnit },
    });
    return reply.data;
  }

  /** Starts the payment of the open cart. @returns the reply, also a refusal. */
  async pay({
    method,
    walletNaira = 0,
    key,
    signal,
  }: ShopperPayOptions): Promise<ShopResponse<InitializePaymentReply>> {
    const cart = await this.call<Cart>('GET', '/api/cart');
    return await this.payFor(cart.body, { method, walletNaira, key, signal });
  }

  /** Starts the payment of a cart that was read before. */
  async payFor(
    cart: Cart,
    { method, walletNaira = 0, key, signal }: ShopperPayOptions,
  ): Promise<ShopResponse<InitializePaymentReply>> {
    const returnUrl = `${this.shopUrl}/cart`;
    return await this.call<InitializePaymentReply>('POST', '/api/payment/initialize', {
      key,
      signal,
      body: {
        walletUse: walletNaira,
        deliveryAddress: { state: 'Lagos', city: 'Surulere', street: '12 Adeniran Ogunsanya Street' },
        phone: this.account.phone,
        cartId: cart.cartId,
        expectedTotal: cart.totalPrice,
        paymentMethod: method,
        ...(method === 'wallet_only' ? {} : { callback_url: returnUrl, cancel_url: returnUrl }),
      },
    });
  }
}

import type { Queryable } from '../../db/database.ts';
import type { SqlSubquery } from '../../db/sql-subquery.ts';
import type { CartProduct } from './cart-product.ts';

export interface CartLineIdentity {
  productId: string;
  variant: string | null;
  unitName: string | null;
}

export interface CartLineRow extends CartLineIdentity {
  id: number;
  quantity: number;
}

export interface CartReaderSubqueries {
  /** SQL that reads products by ids, including withdrawn products. Unknown ids have no entry. */
  products: SqlSubquery<Map<string, CartProduct>>;
  /** SQL that reads the wallet balance in kobo by a shopper's id. */
  balance: SqlSubquery<number>;
}

export interface StoredCart {
  id: string | null;
  version: number;
  items: CartLineRow[];
  /** Products by id: those of the cart's lines, and those that the caller requested in addition. */
  products: Map<string, CartProduct>;
  balanceKobo: number;
  newItemIds: number[];
}

interface CartReadExtras {
  productIds: string[];
  /** Number of row ids that the read reserves for cart lines which the caller is going to add. */
  newItems: number;
}

export type CartReader = (db: Queryable, userId: string, extras?: CartReadExtras) => Promise<StoredCart>;

const NO_EXTRAS: CartReadExtras = { productIds: [], newItems: 0 };

/**
 * Creates a function that reads a cart in one statement. A caller that changes the cart locks the shopper's row first.
 */
export function createCartReader({ products, balance }: CartReaderSubqueries): CartReader {
  const text = `
    SELECT c.id, coalesce(c.version, 0) AS version, coalesce(lines.items, '[]') AS items,
      ${products.sql(`lines.products || $2::uuid[]`)} AS products, ${balance.sql('$1')} AS balance,
      (SELECT coalesce(json_agg(nextval(pg_get_serial_sequence('cart_items', 'id'))), '[]')
        FROM generate_series(1, $3::int)) AS "newItemIds"
    FROM (SELECT) AS shopper
    LEFT JOIN carts c ON c.user_id = $1::uuid AND c.status = 'open'
    LEFT JOIN LATERAL (
      SELECT array_agg(i.product_id) AS products,
        json_agg(json_build_object('id', i.id, 'productId', i.product_id, 'variant', i.variant,
          'unitName', i.unit_name, 'quantity', i.quantity) ORDER BY i.id) AS items
      FROM cart_items i WHERE i.cart_id = c.id) AS lines ON true`;
  type Row = Pick<StoredCart, 'id' | 'version' | 'items' | 'newItemIds'> & {
    products: unknown;
    balance: unknown;
  };
  return async (db, userId, { productIds, newItems } = NO_EXTRAS) => {
    const rows = await db.query<Row>(text, [userId, productIds, newItems]);
    const { products: productRows, balance: amount, ...cart } = rows[0] as Row;
    return { ...cart, products: products.read(productRows), balanceKobo: balance.read(amount) };
  };
}

export interface CartChange {
  userId: string;
  cartId: string;
  /** True: this change creates the shopper's cart. */
  isNew: boolean;
  version: number;
  /** Cart lines that are new or whose quantity has changed. */
  put: CartLineRow[];
  removed: number[];
}

export async function saveCartChange(
  tx: Queryable,
  { userId, cartId, isNew, version, put, removed }: CartChange,
): Promise<void> {
  await tx.query(
    `WITH opened AS (INSERT INTO carts (id, user_id, version) SELECT $1::uuid, $2::uuid, $4::int WHERE $3::boolean),
      touched AS (UPDATE carts SET version = $4::int, updated_at = app_now() WHERE id = $1::uuid AND NOT $3::boolean),
      removed AS (DELETE FROM cart_items WHERE id = ANY ($6::bigint[])),
      put AS (INSERT INTO cart_items (id, cart_id, product_id, variant, unit_name, quantity)
        OVERRIDING SYSTEM VALUE
        SELECT l.id, $1::uuid, l."productId", l.variant, l."unitName", l.quantity
        FROM jsonb_to_recordset($5::jsonb) AS l (id bigint, "productId" uuid, variant text, "unitName" text, quantity int)
        ON CONFLICT (id) DO UPDATE SET quantity = excluded.quantity)
     SELECT`,
    [cartId, userId, isNew, version, JSON.stringify(put), removed],
  );
}

import type { Queryable } from '../../db/database.ts';

/** What names a line of a cart. */
export interface LineKey {
  productId: string;
  variant: string | null;
  unitName: string | null;
}

export interface CartRow {
  id: string;
  version: number;
}

export interface CartItemRow extends LineKey {
  id: number;
  quantity: number;
}

export async function findOpenCart(db: Queryable, userId: string): Promise<CartRow | null> {
  const rows = await db.query<CartRow>(
    `SELECT id, version FROM carts WHERE user_id = $1 AND status = 'open'`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Call with the shopper's row locked: nobody else can open a cart for them meanwhile. */
export async function openCart(tx: Queryable, userId: string): Promise<CartRow> {
  const rows = await tx.query<CartRow>('INSERT INTO carts (user_id) VALUES ($1) RETURNING id, version', [
    userId,
  ]);
  return rows[0] as CartRow;
}

/** Every change of a cart is seen in its version. */
export async function touchCart(tx: Queryable, cartId: string): Promise<void> {
  await tx.query('UPDATE carts SET version = version + 1, updated_at = app_now() WHERE id = $1', [cartId]);
}

export async function findItems(db: Queryable, cartId: string): Promise<CartItemRow[]> {
  return db.query<CartItemRow>(
    `SELECT id, product_id AS "productId", variant, unit_name AS "unitName", quantity
     FROM cart_items WHERE cart_id = $1 ORDER BY id`,
    [cartId],
  );
}

export async function insertItem(
  tx: Queryable,
  cartId: string,
  line: LineKey,
  quantity: number,
): Promise<void> {
  await tx.query(
    'INSERT INTO cart_items (cart_id, product_id, variant, unit_name, quantity) VALUES ($1, $2, $3, $4, $5)',
    [cartId, line.productId, line.variant, line.unitName, quantity],
  );
}

export async function setItemQuantity(tx: Queryable, itemId: number, quantity: number): Promise<void> {
  await tx.query('UPDATE cart_items SET quantity = $2 WHERE id = $1', [itemId, quantity]);
}

export async function deleteItem(tx: Queryable, itemId: number): Promise<void> {
  await tx.query('DELETE FROM cart_items WHERE id = $1', [itemId]);
}

/** @returns how many lines there were. */
export async function deleteItems(tx: Queryable, cartId: string): Promise<number> {
  const rows = await tx.query<{ id: number }>('DELETE FROM cart_items WHERE cart_id = $1 RETURNING id', [
    cartId,
  ]);
  return rows.length;
}

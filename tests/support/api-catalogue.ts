import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../server/db/database.ts';

/** Products are added to a test API, a test database or a built shop. */
interface Place {
  db: Queryable;
}

/** A selling unit without a price of its own has a calculated price. */
interface TestUnit {
  name: string;
  /** Display name; absent: `name`. */
  displayName?: string;
  quantity: number;
  customNaira?: number;
  baseNaira: number;
}

export interface TestProduct {
  slug?: string;
  title?: string;
  priceNaira?: number;
  baseNaira?: number;
  minUnits?: number;
  soloEnabled?: boolean;
  units?: TestUnit[];
}

/** Adds an active product: ₦1,000 in a group, ₦1,500 alone, a minimum of 10 units. @returns the product's id. */
export async function addTestProduct(place: Place, product: TestProduct = {}): Promise<string> {
  const units = product.units ?? [];
  const rows = await place.db.query<{ id: string }>(
    `INSERT INTO products (slug, title, price_kobo, base_price_kobo, min_units, units_enabled, base_unit_name,
       solo_enabled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      product.slug ?? `product-${randomUUID()}`,
      product.title ?? 'Garri',
      (product.priceNaira ?? 1_000) * 100,
      (product.baseNaira ?? 1_500) * 100,
      product.minUnits ?? 10,
      units.length > 0,
      units.length > 0 ? 'kg' : null,
      product.soloEnabled ?? true,
    ],
  );
  const id = (rows[0] as { id: string }).id;
  for (const [sort, unit] of units.entries()) {
    await place.db.query(
      `INSERT INTO selling_units (product_id, name, display_name, base_unit_qty, price_type, custom_price_kobo,
         base_price_kobo, sort) VALUES ($1, $2, $8, $3, $4, $5, $6, $7)`,
      [
        id,
        unit.name,
        unit.quantity,
        unit.customNaira === undefined ? 'calculated' : 'manual',
        unit.customNaira === undefined ? null : unit.customNaira * 100,
        unit.baseNaira * 100,
        sort,
        unit.displayName ?? unit.name,
      ],
    );
  }
  return id;
}

/** Opens a group without a payment, for tests of prices and progress only. @returns the group's id. */
export async function openTestGroup(place: Place, productId: string): Promise<string> {
  const rows = await place.db.query<{ id: string }>('SELECT joinable_group($1, app_now(), 48) AS id', [
    productId,
  ]);
  return (rows[0] as { id: string }).id;
}

/** Adds a pickup centre in Lagos; the first of its state is the default. @returns the centre's id. */
export async function addTestPickupCentre(
  place: Place,
  code = 'LAG-IKJ',
  city = 'Ikeja',
  state = 'Lagos',
): Promise<string> {
  const rows = await place.db.query<{ id: string }>(
    `INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default)
     VALUES ($1, $2 || ' Centre', $3, $2, 'Allen Avenue, ' || $2, 'Monday-Saturday 9am-6pm WAT',
       NOT EXISTS (SELECT FROM pickup_centres WHERE state = $3 AND is_default))
     RETURNING id`,
    [code, city, state],
  );
  return (rows[0] as { id: string }).id;
}

import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../server/db/database.ts';

/** Wherever its products are: a test API, a test database, a built shop. */
interface Place {
  db: Queryable;
}

/** A unit of a test product; without a price of its own it is calculated. */
interface TestUnit {
  name: string;
  /** As shoppers read it; absent: its name. */
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

/** A product on sale: ₦1,000 in a group, ₦1,500 alone, 10 units. @returns its id. */
export async function addProduct(place: Place, product: TestProduct = {}): Promise<string> {
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

/** A group that can be joined now, opened by nobody's money. For tests of prices and progress only. @returns its id. */
export async function openGroup(place: Place, productId: string): Promise<string> {
  const rows = await place.db.query<{ id: string }>('SELECT joinable_group($1, app_now(), 48) AS id', [
    productId,
  ]);
  return (rows[0] as { id: string }).id;
}

/** A pickup centre in a city of Lagos; the first of its state is the default. @returns its id. */
export async function addCentre(
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

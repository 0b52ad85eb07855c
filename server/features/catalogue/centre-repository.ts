import type { PickupCentre } from '#contract/schemas/product.ts';
import type { Queryable } from '../../db/database.ts';

/** The pickup centres in use. */
export async function findCentres(db: Queryable): Promise<PickupCentre[]> {
  return db.query<PickupCentre>(
    `SELECT id AS "_id", code, name, state, city, address, hours, is_default AS "isDefault"
     FROM pickup_centres WHERE active ORDER BY state, is_default DESC, name`,
  );
}

export interface CentreFields {
  code: string;
  name: string;
  state: string;
  city: string;
  address: string;
  hours: string;
  isDefault: boolean;
}

/** Writes a centre under its code. */
export async function upsertCentre(db: Queryable, centre: CentreFields): Promise<void> {
  await db.query(
    `INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, state = excluded.state, city = excluded.city,
       address = excluded.address, hours = excluded.hours, is_default = excluded.is_default`,
    [centre.code, centre.name, centre.state, centre.city, centre.address, centre.hours, centre.isDefault],
  );
}

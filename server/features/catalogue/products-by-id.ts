import type { Queryable } from '../../db/database.ts';
import type { ProductRecord } from './product-record.ts';
import { findProductsById } from './product-repository.ts';

/** What other features may ask of the catalogue: products by id, withdrawn ones too. Unknown ids are absent. */
export type ProductsById = (db: Queryable, ids: string[]) => Promise<Map<string, ProductRecord>>;

export const productsById: ProductsById = findProductsById;

import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../../lib/storage/storage.ts';

/** Saves a visitor's unit and quantity in this tab during sign-in. The product page restores them once. */

const KEY = 'chosen';

interface UnitAndQuantity {
  slug: string;
  /** Name of the selling unit; empty: the product has no units. */
  unitName: string;
  quantity: number;
}

export function storeChosenUnitAndQuantity(choice: UnitAndQuantity): void {
  writeBrowserStorage('sessionStorage', KEY, JSON.stringify(choice));
}

/** @returns the saved choice of this product and removes it; null when there is none. */
export function consumeStoredUnitAndQuantity(slug: string): UnitAndQuantity | null {
  const choice = readJsonFromBrowserStorage('sessionStorage', KEY);
  if (!isChoice(choice) || choice.slug !== slug) return null;
  removeFromBrowserStorage('sessionStorage', KEY);
  return choice;
}

function isChoice(value: unknown): value is UnitAndQuantity {
  const { slug, unitName, quantity } = (value ?? {}) as Partial<UnitAndQuantity>;
  const isCount = Number.isSafeInteger(quantity) && quantity !== undefined && quantity >= 1;
  return (
    typeof slug === 'string' && typeof unitName === 'string' && isCount && quantity <= CART_LINE_QUANTITY_MAX
  );
}

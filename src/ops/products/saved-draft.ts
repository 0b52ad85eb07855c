import {
  readBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../lib/storage/storage.ts';
import { NEW_PRODUCT_DRAFT, type ProductDraft } from './product-draft.ts';

/**
 * The form of a new product is long, so what was typed stays on this device until it is saved or thrown away: a closed
 * tab or an ended session would lose it.
 */
const KEY = 'ops-new-product';

/** @returns null without a draft. Fields that an older release did not have are empty. */
export function readSavedProductDraft(): ProductDraft | null {
  const text = readBrowserStorage('localStorage', KEY);
  return text === null ? null : { ...NEW_PRODUCT_DRAFT, ...(JSON.parse(text) as Partial<ProductDraft>) };
}

export const saveProductDraft = (draft: ProductDraft) =>
  writeBrowserStorage('localStorage', KEY, JSON.stringify(draft));

export const deleteSavedProductDraft = () => removeFromBrowserStorage('localStorage', KEY);

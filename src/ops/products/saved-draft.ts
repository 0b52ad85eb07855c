import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../lib/storage/storage.ts';
import { EMPTY_PRODUCT_DRAFT, type ProductDraft } from './product-draft.ts';

/** Stores the draft of a new product on this device, because a closed tab would lose a long form. */
const KEY = 'ops-new-product';

/** @returns null without a stored draft. Fields that an older release did not have are empty. */
export function readSavedProductDraft(): ProductDraft | null {
  const draft = readJsonFromBrowserStorage('localStorage', KEY) as Partial<ProductDraft> | null;
  return draft && { ...EMPTY_PRODUCT_DRAFT, ...draft };
}

export const saveProductDraft = (draft: ProductDraft) =>
  writeBrowserStorage('localStorage', KEY, JSON.stringify(draft));

export const deleteSavedProductDraft = () => removeFromBrowserStorage('localStorage', KEY);

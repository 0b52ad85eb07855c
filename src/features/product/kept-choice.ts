import { MAX_LINE_QUANTITY } from '#contract/limits.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/**
 * What a visitor had chosen when they were sent to sign in: kept for this tab, over sign-up and recovery too, and given
 * back once, when the product is opened again.
 */

const KEY = 'chosen';

interface Choice {
  slug: string;
  /** Empty: none. */
  unitName: string;
  quantity: number;
}

export function keepChoice(choice: Choice): void {
  writeStored('sessionStorage', KEY, JSON.stringify(choice));
}

/** @returns null when nothing of this product was kept. */
export function takeChoice(slug: string): Choice | null {
  const choice = readChoice();
  if (choice?.slug !== slug) return null;
  removeStored('sessionStorage', KEY);
  return choice;
}

function readChoice(): Choice | null {
  try {
    const choice: unknown = JSON.parse(readStored('sessionStorage', KEY) ?? 'null');
    return isChoice(choice) ? choice : null;
  } catch {
    return null;
  }
}

function isChoice(value: unknown): value is Choice {
  const { slug, unitName, quantity } = (value ?? {}) as Partial<Choice>;
  const isCount = Number.isSafeInteger(quantity) && quantity !== undefined && quantity >= 1;
  return typeof slug === 'string' && typeof unitName === 'string' && isCount && quantity <= MAX_LINE_QUANTITY;
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderLineSummary } from '#contract/schemas/order.ts';
import type { Product, SellingUnit } from '#contract/schemas/product.ts';
import { NETWORK_FAILED_MESSAGE } from '../../../lib/api/error-message.ts';
import { useAppServices } from '../../../lib/react/services.ts';
import { showToast } from '../../../ui/message/toast.ts';
import type { CartChangeEnd, CartCommandResult } from './cart-commands.ts';
import type { AddToCartInput } from './cart-view.ts';

export interface OrderAgainResult {
  line: OrderLineSummary;
  /**
   * `waiting`: stored on the phone until it can be sent. `sent`: waited and is added now. `unknown`: the phone is
   * offline and does not know the product.
   */
  outcome: 'added' | 'waiting' | 'sent' | 'gone' | 'unit_gone' | 'unknown' | 'refused';
  /** Price of one unit in whole naira; null: the line could not be ordered. */
  priceNaira: number | null;
  /** The shop's reason when the line was `refused`. */
  message: string | null;
  /** Resolves when the server has responded to an item that is `waiting`. */
  ended?: Promise<CartChangeEnd>;
}

type FindProduct = (slug: string) => Promise<Product | 'gone' | null>;
type AddLine = (addition: AddToCartInput) => Promise<CartCommandResult>;

const FAILED = 'This could not be added. Please try again.';

/**
 * Puts the lines of an earlier order into the cart. Each uses the command of 'Add to Cart', so it also works offline.
 */
export function useOrderAgain(findProduct: FindProduct) {
  const queryClient = useQueryClient();
  const services = useAppServices();
  const [isOrdering, setOrdering] = useState(false);
  const [results, setResults] = useState<OrderAgainResult[] | null>(null);
  const showEnd = async (result: OrderAgainResult) => {
    const end = await result.ended;
    if (!end) return;
    const ended: OrderAgainResult =
      end.kind === 'done'
        ? { ...result, outcome: 'sent' }
        : { ...result, outcome: 'refused', message: end.message };
    setResults((shown) => shown?.map((each) => (each === result ? ended : each)) ?? null);
  };
  const order = async (lines: readonly OrderLineSummary[]) => {
    setOrdering(true);
    try {
      const part = await import('./cart-commands.ts').catch(() => null);
      if (!part) {
        showToast({ kind: 'error', message: NETWORK_FAILED_MESSAGE });
        return;
      }
      const actions = services.get(part.createCartCommandSubmitter);
      const added: OrderAgainResult[] = [];
      // The lines are added one after the other, because each addition starts from the cart after the one before.
      for (const line of lines)
        added.push(await orderLine(line, findProduct, (addition) => actions.add(queryClient, addition)));
      setResults(added);
      for (const result of added) void showEnd(result);
    } finally {
      setOrdering(false);
    }
  };
  return { order, isOrdering, results, close: () => setResults(null) };
}

async function orderLine(
  line: OrderLineSummary,
  findProduct: FindProduct,
  add: AddLine,
): Promise<OrderAgainResult> {
  const none = { line, priceNaira: null, message: null };
  const product = await findProduct(line.slug);
  if (product === 'gone') return { ...none, outcome: 'gone' };
  if (product === null) return { ...none, outcome: 'unknown' };
  const unit = findUnit(product, line.unitName);
  if (unit === undefined) return { ...none, outcome: 'unit_gone' };
  try {
    const answer = await add({ product, unit, quantity: line.quantity });
    if (answer.kind === 'refused') return { ...none, outcome: 'refused', message: answer.message };
    const priceNaira = unit ? (unit.customPrice ?? unit.calculatedPrice) : product.price;
    if (answer.kind === 'done') return { ...none, outcome: 'added', priceNaira };
    return { ...none, outcome: 'waiting', priceNaira, ended: answer.ended };
  } catch (error) {
    console.warn('a line could not be ordered again', error);
    return { ...none, outcome: 'refused', message: FAILED };
  }
}

/**
 * @returns the product's unit of this name; null: the product is sold as one piece; undefined: no longer sold in this
 * unit.
 */
function findUnit(product: Product, unitName: string | null): SellingUnit | null | undefined {
  const { enabled, options } = product.sellingUnitsData;
  if (!enabled) return unitName === null ? null : undefined;
  return options.find(({ name, isActive }) => isActive && name === unitName);
}

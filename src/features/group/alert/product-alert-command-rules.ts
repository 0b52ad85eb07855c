import type {
  OutboxCommand,
  OutboxCommandRules,
  UnvalidatedOutboxRow,
} from '../../../offline/outbox/command.ts';

/** Defines the commands that set and end a product alert, and their effect on the list of alerts. */

export interface ProductAlertCommandPayload {
  type: 'alert.set' | 'alert.end';
  productId: string;
}

type ProductAlertCommand = OutboxCommand<ProductAlertCommandPayload>;

const namesProduct = ({ productId }: UnvalidatedOutboxRow) => typeof productId === 'string';

export const productAlertCommandRules: OutboxCommandRules<ProductAlertCommandPayload> = {
  name: 'alert',
  shapes: { 'alert.set': namesProduct, 'alert.end': namesProduct },
  coalesce(queue, { productId }) {
    const replaced = queue.filter((command) => !command.sentAt && command.productId === productId);
    return { drop: replaced.map(({ id }) => id), keep: true };
  },
  removals: ['alert.end'],
};

/** @param commands commands not yet sent, oldest first. */
export function isProductAlertSet(
  productIds: readonly string[],
  commands: readonly ProductAlertCommand[],
  productId: string,
): boolean {
  const last = commands.filter((command) => command.productId === productId).at(-1);
  return last ? last.type === 'alert.set' : productIds.includes(productId);
}

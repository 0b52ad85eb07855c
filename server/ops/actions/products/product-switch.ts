import { Type } from 'typebox';
import { opsActivateProduct, opsDeactivateProduct } from '#contract/ops/products-endpoints.ts';
import { OpsActionReply, OpsOptionalReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsProductSlugParams } from '#contract/schemas/ops/products.ts';
import { setProductOnSale } from '../../../features/catalogue/product-operator.ts';
import { defineAction, defineConsoleEndpoint, type OperatorAction } from '../../action.ts';

export const productActivateAction = switchOf('activate', 'Put a product on sale.');
export const productDeactivateAction = switchOf(
  'deactivate',
  'Take a product off sale. Its open groups continue.',
);

function switchOf(verb: 'activate' | 'deactivate', summary: string): OperatorAction {
  const active = verb === 'activate';
  return defineAction({
    name: `product ${verb}`,
    summary,
    roles: ['ops'],
    key: 'given',
    body: Type.Object({ ...OpsProductSlugParams.properties, ...OpsOptionalReasonBody.properties }),
    positionals: ['slug'],
    console: defineConsoleEndpoint(active ? opsActivateProduct : opsDeactivateProduct, OpsActionReply),
    async run({ db, actor, key }, { slug, reason }) {
      await setProductOnSale(db, slug, active, { actor, key, ...(reason ? { reason } : {}) });
      return { data: { slug, active } };
    },
  });
}

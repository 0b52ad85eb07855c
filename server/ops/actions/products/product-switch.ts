import { Type } from 'typebox';
import { opsActivateProduct, opsDeactivateProduct } from '#contract/ops-products-endpoints.ts';
import { OpsActionReply, OpsOptionalReasonBody } from '#contract/schemas/ops.ts';
import { OpsSlugParams } from '#contract/schemas/ops-products.ts';
import { activateProduct } from '../../../features/catalogue/product-operator.ts';
import { type Action, action, call } from '../../action.ts';

export const productActivateAction = switchOf('activate', 'Put a product on sale.');
export const productDeactivateAction = switchOf(
  'deactivate',
  'Take a product off sale. Its open groups continue.',
);

function switchOf(verb: 'activate' | 'deactivate', summary: string): Action {
  const active = verb === 'activate';
  return action({
    name: `product ${verb}`,
    summary,
    roles: ['ops'],
    key: 'given',
    body: Type.Object({ ...OpsSlugParams.properties, ...OpsOptionalReasonBody.properties }),
    positionals: ['slug'],
    console: call(active ? opsActivateProduct : opsDeactivateProduct, OpsActionReply),
    async run({ db, actor, key }, { slug, reason }) {
      await activateProduct(db, slug, active, { actor, key, ...(reason ? { reason } : {}) });
      return { data: { slug, active } };
    },
  });
}

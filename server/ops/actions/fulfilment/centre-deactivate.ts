import { opsDeactivatePickupCentre } from '#contract/ops/pickup-endpoints.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import {
  countUncollectedOrdersAtCentre,
  deactivateCentre,
  listAllCentres,
  lockCentres,
} from '../../../features/fulfilment/centre-repository.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  writeActionAuditRow,
} from '../../action.ts';

export const centreDeactivateAction = defineAction({
  name: 'centre deactivate',
  summary:
    'Send no new orders to a pickup centre. Refused while orders wait there, or if no other is in use.',
  roles: ['ops'],
  key: 'given',
  body: OpsPickupCentreParams,
  positionals: ['centre'],
  console: defineConsoleEndpoint(opsDeactivatePickupCentre, OpsActionReply),
  async run(context, { centre: code }) {
    await context.db.transaction(async (tx) => {
      await lockCentres(tx);
      if (!(await deactivateCentre(tx, code)))
        throw new ActionRefusedError(`No pickup centre in use has the code ${code}.`);
      const orders = await countUncollectedOrdersAtCentre(tx, code);
      if (orders > 0)
        throw new ActionRefusedError(
          `${formatCountWithNoun(orders, 'order')} at ${code} must be handed out or refunded first.`,
        );
      if (!(await listAllCentres(tx)).some(({ active }) => active))
        throw new ActionRefusedError(`${code} is the only pickup centre in use. Add another one first.`);
      const [before, after] = [{ active: true }, { active: false }];
      await writeActionAuditRow(tx, context, { target: `centre:${code}`, before, after });
    });
    return { data: { code, active: false } };
  },
});

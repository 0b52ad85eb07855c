import { OpsPickupCentreParams } from '#contract/schemas/ops-pickup.ts';
import { deactivateCentre } from '../../../features/fulfilment/centre-repository.ts';
import { ActionRefusedError, defineAction, writeKeyedAuditRow } from '../../action.ts';

export const centreDeactivateAction = defineAction({
  name: 'centre deactivate',
  summary: 'Send no new orders to a pickup centre. Orders already there are still handed out.',
  roles: ['ops'],
  key: 'given',
  body: OpsPickupCentreParams,
  positionals: ['centre'],
  async run(context, { centre: code }) {
    await context.db.transaction(async (tx) => {
      if (!(await deactivateCentre(tx, code)))
        throw new ActionRefusedError(`No pickup centre in use has the code ${code}.`);
      const [before, after] = [{ active: true }, { active: false }];
      await writeKeyedAuditRow(tx, context, { target: `centre:${code}`, before, after });
    });
    return { data: { code, active: false } };
  },
});

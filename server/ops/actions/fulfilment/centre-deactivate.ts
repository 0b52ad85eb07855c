import { OpsCentreParams } from '#contract/schemas/ops-pickup.ts';
import { deactivateCentre } from '../../../features/fulfilment/centre-repository.ts';
import { action, Refusal, writeRow } from '../../action.ts';

export const centreDeactivateAction = action({
  name: 'centre deactivate',
  summary: 'Send no new orders to a pickup centre. Orders already there are still handed out.',
  roles: ['ops'],
  key: 'given',
  body: OpsCentreParams,
  positionals: ['centre'],
  async run(context, { centre: code }) {
    await context.db.transaction(async (tx) => {
      if (!(await deactivateCentre(tx, code)))
        throw new Refusal(`No pickup centre in use has the code ${code}.`);
      const [before, after] = [{ active: true }, { active: false }];
      await writeRow(tx, context, { target: `centre:${code}`, before, after });
    });
    return { data: { code, active: false } };
  },
});

import { Type } from 'typebox';
import { OPERATOR_NOTE_LENGTH_MAX } from '#contract/limits.ts';
import { RowId } from '#contract/schemas/basics.ts';
import { recordDataBreachNotification } from '../../../audit/breach-register.ts';
import { ActionRefusedError, defineAction } from '../../action.ts';
import { LagosDateTimeSchema, parsePastLagosDateTime } from './lagos-date-time.ts';

export const dataBreachMarkNotifiedAction = defineAction({
  name: 'breach told',
  summary: 'Record that the Commission or the affected shoppers were notified of a breach.',
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({
    id: RowId,
    whom: Type.Enum(['commission', 'shoppers']),
    at: LagosDateTimeSchema,
    how: Type.String({ minLength: 1, maxLength: OPERATOR_NOTE_LENGTH_MAX }),
  }),
  positionals: ['id'],
  async run({ db, clock, actor, key }, { id, whom, at, how }) {
    const notification = { breach: Number(id), whom, at: parsePastLagosDateTime(at, clock.now()), how };
    await db.transaction(async (tx) => {
      if (!(await recordDataBreachNotification(tx, { actor, key }, notification)))
        throw new ActionRefusedError(`There is no breach ${id}.`);
    });
    return { data: { breach: notification.breach, whom } };
  },
});

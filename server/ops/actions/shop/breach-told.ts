import { Type } from 'typebox';
import { NOTE_MAX } from '#contract/limits.ts';
import { RowId } from '#contract/schemas/basics.ts';
import { markBreachNotified } from '../../../audit/breach-register.ts';
import { action, Refusal } from '../../action.ts';
import { Minute, readMinute } from './breach-time.ts';

export const breachToldAction = action({
  name: 'breach told',
  summary: 'Record that the Commission or the affected shoppers were notified of a breach.',
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({
    id: RowId,
    whom: Type.Enum(['commission', 'shoppers']),
    at: Minute,
    how: Type.String({ minLength: 1, maxLength: NOTE_MAX }),
  }),
  positionals: ['id'],
  async run({ db, clock, actor, key }, { id, whom, at, how }) {
    const told = { breach: Number(id), whom, at: readMinute(at, clock.now()), how };
    await db.transaction(async (tx) => {
      if (!(await markBreachNotified(tx, { actor, key }, told)))
        throw new Refusal(`There is no breach ${id}.`);
    });
    return { data: { breach: told.breach, whom } };
  },
});

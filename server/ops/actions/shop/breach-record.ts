import { Type } from 'typebox';
import { OPERATOR_NOTE_LENGTH_MAX } from '#contract/limits.ts';
import { recordDataBreach } from '../../../audit/breach-register.ts';
import { defineAction } from '../../action.ts';
import { LagosDateTimeSchema, parsePastLagosDateTime } from './lagos-date-time.ts';

const Note = Type.String({ minLength: 1, maxLength: OPERATOR_NOTE_LENGTH_MAX });

/** Adds an entry to the register of personal data breaches. @source accounts.md, data protection */
export const dataBreachRecordAction = defineAction({
  name: 'breach record',
  summary:
    'Record a personal data breach: when it was noticed, what happened, whose data of which kind, what was done. The Commission must be notified within 72 hours.',
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({ noticed: LagosDateTimeSchema, what: Note, whose: Note, done: Note }),
  async run({ db, clock, actor, key }, { noticed, ...told }) {
    const breach = { noticedAt: parsePastLagosDateTime(noticed, clock.now()), ...told };
    return { data: { id: await db.transaction((tx) => recordDataBreach(tx, { actor, key }, breach)) } };
  },
});

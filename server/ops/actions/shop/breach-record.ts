import { Type } from 'typebox';
import { NOTE_MAX } from '#contract/limits.ts';
import { recordBreach } from '../../../audit/breach-register.ts';
import { action } from '../../action.ts';
import { Minute, readMinute } from './breach-time.ts';

const Note = Type.String({ minLength: 1, maxLength: NOTE_MAX });

/** Adds an entry to the register of personal data breaches. @source accounts.md, data protection */
export const breachRecordAction = action({
  name: 'breach record',
  summary:
    'Record a personal data breach: when it was noticed, what happened, whose data of which kind, what was done. The Commission must be notified within 72 hours.',
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({ noticed: Minute, what: Note, whose: Note, done: Note }),
  async run({ db, clock, actor, key }, { noticed, ...told }) {
    const breach = { noticedAt: readMinute(noticed, clock.now()), ...told };
    return { data: { id: await db.transaction((tx) => recordBreach(tx, { actor, key }, breach)) } };
  },
});

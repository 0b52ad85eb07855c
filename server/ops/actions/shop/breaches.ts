import { Type } from 'typebox';
import { OPERATOR_NOTE_LENGTH_MAX, SHORT_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import { RowId, TextUpTo } from '#contract/schemas/basics.ts';
import {
  listDataBreaches,
  markDataBreachNotified,
  recordDataBreach,
} from '../../../audit/breach-register.ts';
import { isIsoTimestamp } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, EmptyActionBody } from '../../action.ts';

const LagosDateTimeSchema = Type.String({
  minLength: 1,
  maxLength: SHORT_TEXT_LENGTH_MAX,
  title: 'YYYY-MM-DDTHH:MM',
});

const Note = TextUpTo(OPERATOR_NOTE_LENGTH_MAX);

/** Adds an entry to the register of personal data breaches. @source accounts.md, data protection */
const dataBreachRecordAction = defineAction({
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

const dataBreachMarkNotifiedAction = defineAction({
  name: 'breach told',
  summary: 'Record that the Commission or the affected shoppers were notified of a breach.',
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({
    id: RowId,
    whom: Type.Enum(['commission', 'shoppers']),
    at: LagosDateTimeSchema,
    how: Note,
  }),
  positionals: ['id'],
  async run({ db, clock, actor, key }, { id, whom, at, how }) {
    const told = { breach: Number(id), whom, at: parsePastLagosDateTime(at, clock.now()), how };
    await db.transaction(async (tx) => {
      if (!(await markDataBreachNotified(tx, { actor, key }, told)))
        throw new ActionRefusedError(`There is no breach ${id}.`);
    });
    return { data: { breach: told.breach, whom } };
  },
});

const dataBreachListAction = defineAction({
  name: 'breach list',
  summary:
    'The register of personal data breaches: when the Commission must be notified and who was notified when.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  run: async ({ db }) => ({ data: await listDataBreaches(db) }),
});

/** Parses a past minute in Lagos time. @throws {ActionRefusedError} for anything else. */
function parsePastLagosDateTime(text: string, now: Date): Date {
  const inLagos = `${text}:00+01:00`;
  if (!isIsoTimestamp(inLagos))
    throw new ActionRefusedError(`${text}: a time is YYYY-MM-DDTHH:MM, in Lagos.`);
  const at = new Date(inLagos);
  if (at > now) throw new ActionRefusedError(`${text} is in the future.`);
  return at;
}

export const dataBreachActions = [dataBreachRecordAction, dataBreachMarkNotifiedAction, dataBreachListAction];

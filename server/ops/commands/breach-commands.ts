import { listBreaches, noteTold, recordBreach, type Told } from '../../audit/breach-register.ts';
import { isTime } from '../../lib/calendar.ts';
import { type OpsCommand, Refusal, readRowId, requireOption, requireWord } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';

const TOLD: readonly string[] = ['commission', 'shoppers'];

/** The register of breaches of personal data. @source accounts.md, data protection */
export const breachCommands: OpsCommand[] = [
  {
    name: 'breach record',
    usage: '--noticed T --what W --whose P --done D',
    summary:
      'Write down a breach of personal data: when it was noticed, what happened, whose data of which kind, what was done.',
    roles: ['support', 'ops', 'finance'],
    act: 'key',
    options: ['noticed', 'what', 'whose', 'done'],
    async run({ db, clock, actor, key }, args) {
      const breach = {
        noticedAt: readTime(requireOption(args, 'noticed'), clock.now()),
        what: requireOption(args, 'what'),
        whose: requireOption(args, 'whose'),
        done: requireOption(args, 'done'),
      };
      const id = await db.transaction((tx) => recordBreach(tx, { actor, key }, breach));
      return {
        data: { id },
        text: `Breach ${id} is in the register. The Commission is told within 72 hours.`,
      };
    },
  },
  {
    name: 'breach told',
    usage: `ID --whom ${TOLD.join('|')} --at T --how H`,
    summary: 'Write down that the Commission, or the shoppers whose data it was, were told of a breach.',
    roles: ['support', 'ops', 'finance'],
    act: 'key',
    options: ['whom', 'at', 'how'],
    async run({ db, clock, actor, key }, args) {
      const word = requireWord(args, 0, 'ID');
      const [breach, whom] = [readRowId(word), requireOption(args, 'whom')];
      if (breach === null) throw new Refusal(`There is no breach ${word}.`);
      if (!TOLD.includes(whom)) throw new Refusal(`--whom is one of ${TOLD.join(', ')}.`);
      const at = readTime(requireOption(args, 'at'), clock.now());
      const told = { breach, whom: whom as Told, at, how: requireOption(args, 'how') };
      await db.transaction(async (tx) => {
        if (!(await noteTold(tx, { actor, key }, told))) throw new Refusal(`There is no breach ${word}.`);
      });
      return { data: { breach, whom }, text: `Noted: the ${whom} were told of breach ${breach}.` };
    },
  },
  {
    name: 'breach list',
    usage: '',
    summary:
      'The register of breaches of personal data, with until when the Commission is told and who was told when.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const breaches = await listBreaches(db);
      return { data: breaches, text: textTable(breaches, 'There has been no breach.') };
    },
  },
];

/** A minute that has been, in Lagos. @throws {Refusal} for anything else. */
function readTime(text: string, now: Date): Date {
  const inLagos = `${text}:00+01:00`;
  if (!isTime(inLagos)) throw new Refusal(`${text}: a time is YYYY-MM-DDTHH:MM, in Lagos.`);
  const at = new Date(inLagos);
  if (at > now) throw new Refusal(`${text} has not been yet.`);
  return at;
}

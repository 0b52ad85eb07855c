import { writeAudit } from '../../audit/audit-log.ts';
import { importCentres } from '../../features/fulfilment/centre-import.ts';
import { deactivateCentre, listCentres } from '../../features/fulfilment/centre-repository.ts';
import {
  type OpsAnswer,
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  requireWord,
} from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import { answerRowErrors, readFileToImport, refuseFile } from '../import-file.ts';

export const centreCommands: OpsCommand[] = [
  {
    name: 'centre import',
    usage: 'FILE.csv|FILE.json',
    summary:
      'Bring pickup centres in by code: all of them, or none and the list of errors by row. What the file leaves out stays.',
    roles: ['ops'],
    act: 'again',
    run: runImport,
  },
  {
    name: 'centre list',
    usage: '',
    summary: 'The pickup centres, also those out of use.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const centres = await listCentres(db);
      return { data: centres, text: textTable(centres, 'There are no pickup centres.') };
    },
  },
  {
    name: 'centre deactivate',
    usage: 'CODE',
    summary: 'Send no new order to a pickup centre. What waits there is still handed out.',
    roles: ['ops'],
    act: 'key',
    async run({ db, actor, key }, args) {
      const code = requireWord(args, 0, 'CODE');
      await db.transaction(async (tx) => {
        if (!(await deactivateCentre(tx, code)))
          throw new Refusal(`No pickup centre in use has the code ${code}.`);
        await writeAudit(tx, {
          actor,
          action: 'centre.deactivate',
          target: `centre:${code}`,
          before: { active: true },
          after: { active: false },
          key,
        });
      });
      return { data: { code, active: false }, text: `${code} gets no new orders.` };
    },
  },
];

async function runImport({ db, actor }: OpsContext, args: OpsArguments): Promise<OpsAnswer> {
  const result = await importCentres(db, { ...(await readFileToImport(args)), actor }).catch(refuseFile);
  if (result.errors.length > 0) return answerRowErrors(result.errors);
  return {
    data: { imported: result.written.length, errors: [] },
    text: `Imported: ${result.written.length} pickup centres.`,
  };
}

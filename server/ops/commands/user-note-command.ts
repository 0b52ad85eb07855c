import { writeAudit } from '../../audit/audit-log.ts';
import { requireShopper } from '../../db/lock-shopper.ts';
import { type OpsCommand, requireOption } from '../command.ts';
import { countNotes, insertNote } from '../shopper-notes-repository.ts';
import { requireNamedShopper } from '../shoppers.ts';

export const userNoteCommand: OpsCommand = {
  name: 'user note',
  usage: '(--email E | --id ID) --text T',
  summary: "Write something down about a shopper for other operators. It is in the shopper's export.",
  roles: ['support', 'ops', 'finance'],
  act: 'key',
  options: ['email', 'id', 'text'],
  async run({ db, actor, key }, args) {
    const user = await requireNamedShopper(db, args);
    const note = requireOption(args, 'text');
    const notes = await db.transaction(async (tx) => {
      await requireShopper(tx, user.id);
      const before = await countNotes(tx, user.id);
      await insertNote(tx, { userId: user.id, note, writtenBy: actor });
      // Its words are erased with the account, which the log never is.
      await writeAudit(tx, {
        ...{ actor, key, action: 'user.note', target: `user:${user.id}` },
        ...{ before: { notes: before }, after: { notes: before + 1 } },
      });
      return before + 1;
    });
    return { data: { id: user.id, notes }, text: 'It is written down.' };
  },
};

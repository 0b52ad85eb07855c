import { Type } from 'typebox';
import { opsAddShopperNote } from '#contract/ops-shopper-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops.ts';
import { OpsNoteBody } from '#contract/schemas/ops-shopper.ts';
import { requireShopper } from '../../../db/lock-shopper.ts';
import { action, call, writeRow } from '../../action.ts';
import { countNotes, insertNote } from '../../shopper-notes-repository.ts';
import { requireNamedShopper } from '../../shoppers.ts';
import { namedShopper } from './named-shopper.ts';

export const userNoteAction = action({
  name: 'user note',
  summary: "Add a note about a shopper for other operators. It is part of the shopper's export.",
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...namedShopper, ...OpsNoteBody.properties }),
  console: call(opsAddShopperNote, OpsActionReply),
  async run(context, { text: note, ...named }) {
    const { id } = await requireNamedShopper(context.db, named);
    const notes = await context.db.transaction(async (tx) => {
      await requireShopper(tx, id);
      const before = await countNotes(tx, id);
      await insertNote(tx, { userId: id, note, writtenBy: context.actor });
      // The audit log is never erased, so it does not contain the text of the note.
      const figures = { before: { notes: before }, after: { notes: before + 1 } };
      await writeRow(tx, context, { target: `user:${id}`, ...figures });
      return before + 1;
    });
    return { data: { id, notes } };
  },
});

import { Type } from 'typebox';
import { opsAddShopperNote } from '#contract/ops/shopper-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsAddShopperNoteBody } from '#contract/schemas/ops/shopper.ts';
import { lockExistingShopperRow } from '../../../db/lock-shopper.ts';
import { defineAction, defineConsoleEndpoint, writeActionAuditRow } from '../../action.ts';
import { countShopperNotes, insertShopperNote } from '../../shopper-notes-repository.ts';
import { requireShopperByIdOrEmail } from '../../shoppers.ts';
import { shopperIdentifierFields } from './shopper-identifier-fields.ts';

export const userNoteAddAction = defineAction({
  name: 'user note',
  summary: "Add a note about a shopper for other operators. It is part of the shopper's export.",
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...shopperIdentifierFields, ...OpsAddShopperNoteBody.properties }),
  console: defineConsoleEndpoint(opsAddShopperNote, OpsActionReply),
  async run(context, { text: note, ...named }) {
    const { id } = await requireShopperByIdOrEmail(context.db, named);
    const notes = await context.db.transaction(async (tx) => {
      await lockExistingShopperRow(tx, id);
      const before = await countShopperNotes(tx, id);
      await insertShopperNote(tx, { userId: id, note, writtenBy: context.actor });
      // The audit log is never erased, so it does not contain the text of the note.
      const figures = { before: { notes: before }, after: { notes: before + 1 } };
      await writeActionAuditRow(tx, context, { target: `user:${id}`, ...figures });
      return before + 1;
    });
    return { data: { id, notes } };
  },
});

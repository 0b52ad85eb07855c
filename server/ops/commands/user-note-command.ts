import { writeAudit } from '../../audit/audit-log.ts';
import { type OpsCommand, Refusal, requireOption } from '../command.ts';
import { requireUserByEmail } from '../shoppers.ts';

const NOTE_MAX = 1_000;

export const userNoteCommand: OpsCommand = {
  name: 'user note',
  usage: '--email E --note N',
  summary:
    'Write something down about a shopper for the other operators. It is in the export, and goes with the account.',
  roles: ['support', 'ops', 'finance'],
  act: 'key',
  options: ['email', 'note'],
  async run({ db, actor, key }, args) {
    const user = await requireUserByEmail(db, requireOption(args, 'email'));
    const note = requireOption(args, 'note');
    if (note.length > NOTE_MAX) throw new Refusal(`A note has at most ${NOTE_MAX} characters.`);
    const id = await db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        'INSERT INTO shopper_notes (user_id, note, written_by) VALUES ($1, $2, $3) RETURNING id',
        [user.id, note, actor],
      );
      const noteId = rows[0]?.id;
      // The words are the shopper's data and not for a log that is never erased.
      const target = `user:${user.id}`;
      await writeAudit(tx, {
        actor,
        action: 'user.note',
        target,
        before: { noteId: null },
        after: { noteId },
        key,
      });
      return noteId;
    });
    return { data: { id, userId: user.id }, text: 'It is written down.' };
  },
};

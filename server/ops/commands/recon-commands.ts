import { writeAudit } from '../../features/audit/audit-log.ts';
import { reconcileDay } from '../../features/payments/recon-service.ts';
import { type OpsCommand, Refusal, requireOption, requireWord } from '../command.ts';
import { textFields, textTable } from '../text-table.ts';

export const reconCommands: OpsCommand[] = [
  {
    name: 'recon run',
    usage: '[--day YYYY-MM-DD]',
    summary: "Compare a day of the card provider's books with ours (default: today in Lagos).",
    roles: ['finance'],
    options: ['day'],
    async run({ db, provider, config, actor }, { options }) {
      const day = options.day ?? (await lagosToday(db));
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Refusal('--day is YYYY-MM-DD.');
      const totals = await reconcileDay({ db, provider, groupWindowHours: config.groupWindowHours }, day);
      await writeAudit(db, { actor, action: 'recon.run', target: `day:${day}`, after: totals });
      return { data: { day, ...totals }, text: textFields({ day, ...totals }), isGood: totals.items === 0 };
    },
  },
  {
    name: 'recon list',
    usage: '[--all]',
    summary: 'What waits for a decision between the two books.',
    roles: ['support', 'finance'],
    flags: ['all'],
    async run({ db }, { options }) {
      const items = await db.query<object>(
        `SELECT id, day::text, kind, reference, ours, theirs, status, note, due_at AS "dueAt"
         FROM recon_items WHERE $1 OR status = 'open' ORDER BY due_at LIMIT 500`,
        [options.all === 'true'],
      );
      return { data: items, text: textTable(items, 'Nothing waits.') };
    },
  },
  {
    name: 'recon resolve',
    usage: 'ITEM --reason R',
    summary: 'Close an item that has been looked into.',
    roles: ['finance'],
    options: ['reason'],
    async run({ db, actor }, args) {
      const id = Number(requireWord(args, 0, 'ITEM'));
      const reason = requireOption(args, 'reason');
      await db.transaction(async (tx) => {
        const rows = await tx.query(
          `UPDATE recon_items SET status = 'resolved', resolved_at = app_now(), note = $2
           WHERE id = $1 AND status = 'open' RETURNING 1`,
          [Number.isSafeInteger(id) ? id : -1, reason],
        );
        if (rows.length === 0) throw new Refusal('There is no such open item.');
        await writeAudit(tx, { actor, action: 'recon.resolve', target: `recon:${id}`, reason });
      });
      return { data: { id, status: 'resolved' }, text: `Item ${id} is resolved.` };
    },
  },
];

async function lagosToday(db: Parameters<typeof reconcileDay>[0]['db']): Promise<string> {
  const rows = await db.query<{ day: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return rows[0]?.day as string;
}

import { writeAudit } from '../../audit/audit-log.ts';
import { finishEvent } from '../../features/payments/settle/provider-events-repository.ts';
import { closeDeadRow, findDeadRows, reviveRows } from '../../outbox/dead-rows.ts';
import { isPayloadOf, readOutboxWaits, TOPICS } from '../../outbox/outbox.ts';
import { type OpsCommand, Refusal, readRowId, requireOption, requireWord } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';

const DEAD_SHOWN = 200;

export const outboxCommands: OpsCommand[] = [
  {
    name: 'outbox',
    usage: '',
    summary: 'What is due of each topic of the outbox, and for how long.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const waits = await readOutboxWaits(db);
      return { data: waits, text: textTable(waits, 'Nothing waits.') };
    },
  },
  {
    name: 'outbox dead',
    usage: '',
    summary: 'Work that was given up after 20 tries, the oldest first.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const rows = await findDeadRows(db, DEAD_SHOWN);
      return { data: rows, text: textTable(rows, 'Nothing was given up.'), isGood: rows.length === 0 };
    },
  },
  {
    name: 'outbox revive',
    usage: 'ID|TOPIC',
    summary: 'Let a row that was given up, or all of a topic, be tried again.',
    roles: ['ops', 'finance'],
    act: 'key',
    async run({ db, actor, key }, args) {
      const word = requireWord(args, 0, 'ID or TOPIC');
      const which = Object.hasOwn(TOPICS, word) ? { topic: word } : { id: readId(word) };
      const ids = await db.transaction(async (tx) => {
        const revived = await reviveRows(tx, which);
        if (revived.length === 0) throw new Refusal('Nothing like that was given up.');
        await writeAudit(tx, {
          actor,
          key,
          action: 'outbox.revive',
          target: `outbox:${word}`,
          before: { givenUp: revived },
          after: { due: revived },
        });
        return revived;
      });
      return { data: { ids }, text: `${ids.length} will be tried again.` };
    },
  },
  {
    name: 'outbox close',
    usage: 'ID --reason R',
    summary: 'End a row that was given up and that nobody will do any more.',
    roles: ['ops', 'finance'],
    act: 'key',
    options: ['reason'],
    async run({ db, actor, key }, args) {
      const id = readId(requireWord(args, 0, 'ID'));
      const reason = requireOption(args, 'reason');
      await db.transaction(async (tx) => {
        const row = await closeDeadRow(tx, id);
        if (!row) throw new Refusal('Nothing like that was given up.');
        const { topic, payload } = row;
        // The webhook behind it waits no longer either, or the laws would name it for ever.
        if (isPayloadOf('provider_reversal', payload)) await finishEvent(tx, payload.eventId, 'closed');
        await writeAudit(tx, {
          actor,
          key,
          action: 'outbox.close',
          target: `outbox:${id}`,
          reason,
          before: { topic, payload },
          after: { closed: true },
        });
      });
      return { data: { id }, text: `Row ${id} is closed.` };
    },
  },
];

/** @throws {Refusal} for what is no number of a row. */
function readId(word: string): number {
  const id = readRowId(word);
  if (id === null) throw new Refusal(`${word} is neither a row nor a topic.`);
  return id;
}

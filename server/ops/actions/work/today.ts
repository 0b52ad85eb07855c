import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { opsToday } from '#contract/ops-endpoints.ts';
import { OpsTodayReply } from '#contract/schemas/ops.ts';
import { action, call, NoFields } from '../../action.ts';
import { textTable } from '../../command-line/print.ts';
import { readClosingGroups, readDayFigures, readWaitingWork } from '../../readings/today-repository.ts';

const DAYS = 14;
const HOURS = 24;

export const todayAction = action({
  name: 'today',
  summary: 'What is waiting, longest first, groups closing in 24 hours, and the figures of the last 14 days.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsToday, OpsTodayReply, { isByItself: true }),
  async run({ db }) {
    const waiting = await readWaitingWork(db);
    const closing = await readClosingGroups(db, HOURS);
    const days = (await readDayFigures(db, DAYS)).map(({ orderedKobo, ...day }) => ({
      ...day,
      orderedNaira: koboToNaira(orderedKobo),
    }));
    return { data: { waiting, closing, days } };
  },
  print({ waiting, closing, days }: { waiting: object[]; closing: { groups: number }[]; days: Day[] }) {
    return [
      waiting.length > 0 ? textTable(waiting) : 'Nothing is waiting.',
      `Groups closing in ${HOURS} hours: ${closing.reduce((sum, { groups }) => sum + groups, 0)}`,
      textTable(days.map(({ orderedNaira, ...day }) => ({ ...day, ordered: formatNaira(orderedNaira) }))),
    ].join('\n\n');
  },
});

interface Day {
  orderedNaira: number;
}

import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { opsGetDashboard } from '#contract/ops-endpoints.ts';
import { OpsDashboardReply } from '#contract/schemas/ops.ts';
import { defineAction, defineConsoleCall, EmptyActionBody } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { readDayFigures, readGroupsNearDeadline, readWaitingWork } from '../../readings/today-repository.ts';

const DAYS = 14;
const HOURS = 24;

export const todayOverviewAction = defineAction({
  name: 'today',
  summary: 'What is waiting, longest first, groups closing in 24 hours, and the figures of the last 14 days.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleCall(opsGetDashboard, OpsDashboardReply, { isByItself: true }),
  async run({ db }) {
    const waiting = await readWaitingWork(db);
    const closing = await readGroupsNearDeadline(db, HOURS);
    const days = (await readDayFigures(db, DAYS)).map(({ orderedKobo, ...day }) => ({
      ...day,
      orderedNaira: koboToNaira(orderedKobo),
    }));
    return { data: { waiting, closing, days } };
  },
  print({ waiting, closing, days }: { waiting: object[]; closing: { groups: number }[]; days: Day[] }) {
    return [
      waiting.length > 0 ? formatTextTable(waiting) : 'Nothing is waiting.',
      `Groups closing in ${HOURS} hours: ${closing.reduce((sum, { groups }) => sum + groups, 0)}`,
      formatTextTable(
        days.map(({ orderedNaira, ...day }) => ({ ...day, ordered: formatNaira(orderedNaira) })),
      ),
    ].join('\n\n');
  },
});

interface Day {
  orderedNaira: number;
}

import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import type { OpsCommand } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import { readClosing, readDays, readWaiting } from '../readings/today-repository.ts';

const DAYS = 14;
const HOURS = 24;

export const todayCommand: OpsCommand = {
  name: 'today',
  usage: '',
  summary:
    'What waits for somebody, longest first, groups closing in 24 hours, and the last 14 days in figures.',
  roles: ['support', 'ops', 'finance'],
  async run({ db }) {
    const waiting = await readWaiting(db);
    const closing = await readClosing(db, HOURS);
    const days = (await readDays(db, DAYS)).map(({ orderedKobo, ...day }) => ({
      ...day,
      orderedNaira: koboToNaira(orderedKobo),
    }));
    const columns = days.map(({ orderedNaira, ...day }) => ({ ...day, ordered: formatNaira(orderedNaira) }));
    return {
      data: { waiting, closing, days },
      text: [
        textTable(waiting, 'Nothing waits for anybody.'),
        '',
        `Groups closing in ${HOURS} hours: ${closing.reduce((sum, { groups }) => sum + groups, 0)}`,
        '',
        textTable(columns, ''),
      ].join('\n'),
    };
  },
};

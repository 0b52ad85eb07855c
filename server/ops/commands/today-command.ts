import { formatNaira, koboToNaira } from '#contract/money.ts';
import type { OpsCommand } from '../command.ts';
import { readDays, readWaiting } from '../readings/today-repository.ts';
import { textTable } from '../text-table.ts';

const DAYS = 14;

export const todayCommand: OpsCommand = {
  name: 'today',
  usage: '',
  summary: 'What waits for somebody, longest first, and the last 14 days in figures.',
  roles: ['support', 'ops', 'finance'],
  async run({ db }) {
    const waiting = await readWaiting(db);
    const days = (await readDays(db, DAYS)).map(({ orderedKobo, ...day }) => ({
      ...day,
      orderedNaira: koboToNaira(orderedKobo),
    }));
    const columns = days.map(({ orderedNaira, ...day }) => ({ ...day, ordered: formatNaira(orderedNaira) }));
    return {
      data: { waiting, days },
      text: [textTable(waiting, 'Nothing waits for anybody.'), '', textTable(columns, '')].join('\n'),
    };
  },
};

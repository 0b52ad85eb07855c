import { resolve } from 'node:path';
import { Type } from 'typebox';
import { REQUEST_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { defineAction } from '../../action.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';

export const backupRestoreAction = defineAction({
  name: 'restore',
  summary:
    'Restore a backup into an empty database and DATA_DIR, compare it with its manifest and run every money check.',
  roles: [],
  isAlone: true,
  body: Type.Object({
    from: Type.String({ minLength: 1, maxLength: REQUEST_TEXT_LENGTH_MAX, title: 'FOLDER' }),
  }),
  async run(_, { from }) {
    const { manifest, wrong, broken, invariants } = await restoreBackup(resolve(from));
    const verdict =
      broken.length === 0 ? `All ${invariants} money checks passed.` : `FAILED: ${broken.join(', ')}.`;
    const { madeAt, counts, files } = manifest;
    const back = `The backup of ${madeAt} is restored: ${formatCountWithNoun(counts.orders, 'order')}, ${formatCountWithNoun(files.length - 1, 'picture')}.`;
    return {
      isGood: wrong.length === 0 && broken.length === 0,
      data: { manifest, wrong, broken, invariants },
      text: [back, ...wrong, verdict].join('\n'),
    };
  },
});

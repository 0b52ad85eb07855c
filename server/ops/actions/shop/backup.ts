import { resolve } from 'node:path';
import { Type } from 'typebox';
import { REQUEST_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { defineAction } from '../../action.ts';
import { makeBackup } from '../../backup/make-backup.ts';
import { formatActionDataAsText } from '../../command-line/print.ts';

export const backupCreateAction = defineAction({
  name: 'backup',
  summary:
    'Back up database and images into a new folder, while the shop runs. Needs pg_dump of the server’s release or a newer one. The folder contains all personal data: store it safely.',
  roles: [],
  key: 'repeatable',
  body: Type.Object({
    to: Type.String({ minLength: 1, maxLength: REQUEST_TEXT_LENGTH_MAX, title: 'FOLDER' }),
  }),
  async run({ db, config, actor }, { to }) {
    const folder = resolve(to);
    // The audit row is written before the database is copied, so that the backup contains it.
    await writeAuditEntry(db, { actor, action: 'shop.backup', target: 'shop' });
    return { data: { folder, ...(await makeBackup(db, config, folder)) } };
  },
  print: ({ folder, counts }: { folder: string; counts: object }) =>
    formatActionDataAsText({ folder, ...counts }),
});

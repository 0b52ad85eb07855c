import { resolve } from 'node:path';
import { countOf } from '#contract/rules/count-of.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type OpsCommand, requireOption } from '../command.ts';

export const backupCommands: OpsCommand[] = [
  {
    name: 'backup',
    usage: '--to FOLDER',
    summary:
      'Keep database and pictures in a new folder, while the shop runs. Needs pg_dump of the server’s release or a newer one. The folder holds everything: lock it away.',
    roles: [],
    options: ['to'],
    act: 'again',
    async run({ db, config, actor }, args) {
      const folder = resolve(requireOption(args, 'to'));
      // Written before anything leaves, so that it is in the copy too.
      await writeAudit(db, { actor, action: 'shop.backup', target: 'shop' });
      const manifest = await makeBackup(db, config, folder);
      const { counts, files } = manifest;
      return {
        data: { folder, ...manifest },
        text: `${folder}: ${countOf(counts.orders, 'order')}, ${countOf(counts.users, 'shopper')}, ${countOf(files.length - 1, 'picture')}.`,
      };
    },
  },
  {
    name: 'restore',
    usage: '--from FOLDER',
    summary:
      'Bring a backup into an empty database and DATA_DIR, compare it with its manifest and judge every law of the money.',
    roles: [],
    options: ['from'],
    isAlone: true,
    async run(_, args) {
      const { manifest, wrong, broken, laws } = await restoreBackup(resolve(requireOption(args, 'from')));
      const verdict = broken.length === 0 ? `All ${laws} invariants hold.` : `BROKEN: ${broken.join(', ')}.`;
      return {
        isGood: wrong.length === 0 && broken.length === 0,
        data: { manifest, wrong, broken, laws },
        text: [
          `The backup of ${manifest.madeAt} is back: ${countOf(manifest.counts.orders, 'order')}, ${countOf(manifest.files.length - 1, 'picture')}.`,
          ...wrong,
          verdict,
        ].join('\n'),
      };
    },
  },
];

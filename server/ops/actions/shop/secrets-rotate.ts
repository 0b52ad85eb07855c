import { Type } from 'typebox';
import { OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { rotateServerSecrets } from '../../../db/server-secrets.ts';
import { defineAction, writeActionAuditRow } from '../../action.ts';

export const serverSecretsRotateAction = defineAction({
  name: 'secrets rotate',
  summary:
    'Change the signing key of sessions; --all: also the keys of saved answers and of known devices. Then restart every process of the shop; nobody is signed out.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ all: Type.Optional(Type.Boolean()), ...OpsReasonBody.properties }),
  async run(context, { all = false, reason }) {
    await context.db.transaction(async (tx) => {
      await rotateServerSecrets(tx, { all });
      await writeActionAuditRow(tx, context, {
        target: 'settings:secrets',
        after: { all },
        reason,
      });
    });
    return { data: { all } };
  },
});

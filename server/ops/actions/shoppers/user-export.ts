import { Type } from 'typebox';
import { opsExportShopper } from '#contract/ops-shopper-endpoints.ts';
import { OpsExportReply } from '#contract/schemas/ops-shopper.ts';
import { exportAccount } from '../../../features/auth/account/account-export-repository.ts';
import { action, call } from '../../action.ts';
import { requireNamedShopper } from '../../shoppers.ts';
import { namedShopper } from './named-shopper.ts';

export const userExportAction = action({
  name: 'user export',
  summary: 'Everything the shop stores about a shopper, as JSON.',
  roles: ['support'],
  body: Type.Object(namedShopper),
  console: call(opsExportShopper, OpsExportReply),
  async run({ db }, named) {
    const { id } = await requireNamedShopper(db, named);
    return { data: await exportAccount(db, id), lookedAt: `user:${id}` };
  },
  print: (data: object) => JSON.stringify(data, null, 2),
});

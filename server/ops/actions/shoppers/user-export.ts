import { Type } from 'typebox';
import { opsExportShopperData } from '#contract/ops/shopper-endpoints.ts';
import { OpsExportShopperDataReply } from '#contract/schemas/ops/shopper.ts';
import { readAccountExport } from '../../../features/auth/account/account-export-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { requireShopperByIdOrEmail } from '../../shoppers.ts';
import { shopperIdentifierFields } from './shopper-identifier-fields.ts';

export const userExportAction = defineAction({
  name: 'user export',
  summary: 'Everything the shop stores about a shopper, as JSON.',
  roles: ['support'],
  body: Type.Object(shopperIdentifierFields),
  console: defineConsoleEndpoint(opsExportShopperData, OpsExportShopperDataReply),
  async run({ db }, named) {
    const { id } = await requireShopperByIdOrEmail(db, named);
    return { data: await readAccountExport(db, id), lookedAt: `user:${id}` };
  },
  print: (data: object) => JSON.stringify(data, null, 2),
});

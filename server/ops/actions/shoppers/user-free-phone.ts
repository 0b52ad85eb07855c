import { opsRemoveShopperPhoneNumber } from '#contract/ops/shopper-endpoints.ts';
import { normalizePhoneNumber } from '#contract/rules/people/phone.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsRemoveShopperPhoneNumberBody } from '#contract/schemas/ops/shopper.ts';
import { removePhoneNumberFromAccount } from '../../../features/auth/user-repository.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  writeActionAuditRow,
} from '../../action.ts';

export const userReleasePhoneAction = defineAction({
  name: 'user free-phone',
  summary: 'Release a phone number from an account, so that the real owner of the number can sign up.',
  roles: ['support'],
  key: 'given',
  body: OpsRemoveShopperPhoneNumberBody,
  console: defineConsoleEndpoint(opsRemoveShopperPhoneNumber, OpsActionReply),
  async run(context, { phone, reason }) {
    const id = await context.db.transaction(async (tx) => {
      const userId = await removePhoneNumberFromAccount(tx, normalizePhoneNumber(phone));
      if (!userId) throw new ActionRefusedError('No shopper has this number.');
      // The phone number itself is not logged, because the audit log is never erased.
      const [before, after] = [{ phone: 'as given' }, { phone: 'made up' }];
      await writeActionAuditRow(tx, context, { target: `user:${userId}`, reason, before, after });
      return userId;
    });
    return { data: { id } };
  },
});

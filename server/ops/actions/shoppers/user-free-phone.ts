import { opsReleasePhone } from '#contract/ops-shopper-endpoints.ts';
import { phoneNumber } from '#contract/rules/phone.ts';
import { OpsActionReply } from '#contract/schemas/ops.ts';
import { OpsFreePhoneBody } from '#contract/schemas/ops-shopper.ts';
import { releasePhone } from '../../../features/auth/user-repository.ts';
import { action, call, Refusal, writeRow } from '../../action.ts';

export const userFreePhoneAction = action({
  name: 'user free-phone',
  summary: 'Release a phone number from an account, so that the real owner of the number can sign up.',
  roles: ['support'],
  key: 'given',
  body: OpsFreePhoneBody,
  console: call(opsReleasePhone, OpsActionReply),
  async run(context, { phone, reason }) {
    const id = await context.db.transaction(async (tx) => {
      const userId = await releasePhone(tx, phoneNumber(phone));
      if (!userId) throw new Refusal('No shopper has this number.');
      // The number itself is left out, because the audit log is never erased.
      const [before, after] = [{ phone: 'as given' }, { phone: 'made up' }];
      await writeRow(tx, context, { target: `user:${userId}`, reason, before, after });
      return userId;
    });
    return { data: { id } };
  },
});

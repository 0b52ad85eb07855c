import { Type } from 'typebox';
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { findAccountSummaryForOperator } from '../../../features/auth/user-repository.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { defineAction } from '../../action.ts';
import { requireShopperByEmail } from '../../shoppers.ts';

export const userShowAction = defineAction({
  name: 'user show',
  summary: 'A shopper with figures of wallet, groups and sessions.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ email: Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX }) }),
  async run({ db }, body) {
    const { id, name, email, phone, referralCode } = await requireShopperByEmail(db, body.email);
    const wallet = await findWallet(db, id);
    return {
      data: {
        ...{ id, name, email, phone, referralCode },
        balanceNaira: koboToNaira(wallet?.balanceKobo ?? 0),
        heldNaira: koboToNaira(wallet?.heldKobo ?? 0),
        ...(await findAccountSummaryForOperator(db, id)),
      },
      lookedAt: `user:${id}`,
    };
  },
});

import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { opsFind } from '#contract/ops-endpoints.ts';
import { OpsFindBody, OpsFindReply } from '#contract/schemas/ops.ts';
import { action, call } from '../../action.ts';
import { textTable } from '../../command-line/print.ts';
import {
  findGroupsBy,
  findLastPayments,
  findPaymentsBy,
  findProductsBy,
  findShoppers,
} from '../../readings/find-repository.ts';
import { readSearchTerms } from '../../readings/search-terms.ts';

export const findAction = action({
  name: 'find',
  summary:
    'Shoppers, payments, products and groups by e-mail, phone, name, tracking number, reference, provider id, amount and day, title, or id.',
  roles: ['support', 'ops', 'finance'],
  body: OpsFindBody,
  positionals: ['q'],
  console: call(opsFind, OpsFindReply),
  async run({ db }, { q }) {
    const words = readSearchTerms(q);
    const shoppers = await findShoppers(db, words);
    const named = await findPaymentsBy(db, words);
    const ids = shoppers.map(({ id }) => id);
    const theirs = await findLastPayments(db, ids);
    const found = new Map([...named, ...theirs].map((payment) => [payment.reference, payment]));
    const payments = [...found.values()].map(
      ({ totalKobo, cardKobo, receivedKobo, paidBackKobo, ...payment }) => ({
        ...payment,
        totalNaira: koboToNaira(totalKobo),
        cardNaira: koboToNaira(cardKobo),
        receivedNaira: receivedKobo === null ? null : receivedKobo / 100,
        paidBackNaira: paidBackKobo / 100,
      }),
    );
    const products = await findProductsBy(db, words);
    const groups = await findGroupsBy(db, words);
    const users = new Set([...ids, ...payments.map(({ userId }) => userId)]);
    const [only] = users;
    return {
      data: { shoppers, payments, products, groups },
      // The search text may be a phone number or address, which the permanent audit log must not contain.
      lookedAt: users.size === 1 ? `user:${only}` : `search:${Object.keys(words).join('+') || 'nothing'}`,
    };
  },
  print({ shoppers, payments, products, groups }: Found) {
    const paid = payments.map(({ userId, totalNaira, cardNaira, ...payment }) => ({
      ...payment,
      total: formatNaira(totalNaira),
    }));
    const tables = [shoppers, paid, products, groups].filter((rows) => rows.length > 0);
    return tables.map(textTable).join('\n\n') || 'Nothing was found.';
  },
});

interface Found {
  shoppers: object[];
  payments: { userId: string; totalNaira: number; cardNaira: number }[];
  products: object[];
  groups: object[];
}

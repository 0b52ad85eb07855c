import { opsSearchGlobally } from '#contract/ops/console-endpoints.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsGlobalSearchBody, OpsGlobalSearchReply } from '#contract/schemas/ops/console.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import {
  findGroupsBySearchTerms,
  findLatestPaymentsOfShoppers,
  findPaymentsBySearchTerms,
  findProductsBySearchTerms,
  findShoppersBySearchTerms,
} from '../../queries/operator-search-repository.ts';
import { parseGlobalSearchTerms } from '../../queries/search-terms.ts';
import { toPaymentInNaira } from '../../queries/shopper-repository.ts';

export const globalSearchAction = defineAction({
  name: 'find',
  summary:
    'Shoppers, payments, products and groups by e-mail, phone, name, tracking number, reference, provider id, amount and day, title, or id.',
  roles: ['support', 'ops', 'finance'],
  body: OpsGlobalSearchBody,
  positionals: ['q'],
  console: defineConsoleEndpoint(opsSearchGlobally, OpsGlobalSearchReply),
  async run({ db }, { q }) {
    const terms = parseGlobalSearchTerms(q);
    const shoppers = await findShoppersBySearchTerms(db, terms);
    const named = await findPaymentsBySearchTerms(db, terms);
    const ids = shoppers.map(({ id }) => id);
    const theirs = await findLatestPaymentsOfShoppers(db, ids);
    const found = new Map([...named, ...theirs].map((payment) => [payment.reference, payment]));
    const payments = [...found.values()].map(toPaymentInNaira);
    const products = await findProductsBySearchTerms(db, terms);
    const groups = await findGroupsBySearchTerms(db, terms);
    const users = new Set([...ids, ...payments.map(({ userId }) => userId)]);
    const [only] = users;
    return {
      data: { shoppers, payments, products, groups },
      // The search text may be a phone number or e-mail, which the permanent audit log must not contain.
      lookedAt: users.size === 1 ? `user:${only}` : `search:${Object.keys(terms).join('+') || 'nothing'}`,
    };
  },
  print({ shoppers, payments, products, groups }: Found) {
    const paid = payments.map(({ userId, totalNaira, cardNaira, ...payment }) => ({
      ...payment,
      total: formatNaira(totalNaira),
    }));
    const tables = [shoppers, paid, products, groups].filter((rows) => rows.length > 0);
    return tables.map(formatTextTable).join('\n\n') || 'Nothing was found.';
  },
});

interface Found {
  shoppers: object[];
  payments: { userId: string; totalNaira: number; cardNaira: number }[];
  products: object[];
  groups: object[];
}

import type {
  PaymentProvider,
  ProviderPageResult,
  ProviderReversal,
  ProviderSettlement,
  ProviderTransaction,
} from '../../../server/provider/provider.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../../support/card-provider.ts';

/** A card provider that answers at once from a list to which the test adds its transactions. */
export interface ProviderBooks extends PaymentProvider {
  add(transaction: ProviderTransaction): void;
  addReversal(reversal: ProviderReversal): void;
  addSettlement(settlement: ProviderSettlement): void;
}

function page<Row>(rows: Row[]): ProviderPageResult<Row> {
  return { ok: true, rows, unreadable: [], page: 1, totalPages: 1 };
}

export function openProviderBooks(): ProviderBooks {
  const transactions: ProviderTransaction[] = [];
  const reversals: ProviderReversal[] = [];
  const settlements: ProviderSettlement[] = [];
  const find = async (isIt: (one: ProviderTransaction) => boolean) => {
    return { ok: true, transaction: transactions.find(isIt) ?? null } as const;
  };
  return {
    ...createSandboxProviderClient(UNREACHABLE_URL),
    add: (transaction) => void transactions.push(transaction),
    addReversal: (reversal) => void reversals.push(reversal),
    addSettlement: (settlement) => void settlements.push(settlement),
    verify: (reference) => find((one) => one.reference === reference),
    verifyById: (id) => find((one) => one.id === id),
    list: async () => page([...transactions]),
    listReversals: async (kind) => page(reversals.filter((one) => one.kind === kind)),
    listSettlements: async () => page([...settlements]),
    async refund({ transactionId, amountKobo, comment }) {
      const id = `refund-${reversals.length + 1}`;
      reversals.push({ kind: 'refund', id, transactionId, amountKobo, comment, status: 'taken' });
      return { ok: true, refundId: id, status: 'completed', amountKobo };
    },
    parseWebhook: ({ body }) => {
      const { id, reference } = body as ProviderTransaction;
      return {
        ok: true,
        event: { dedupeKey: `webhook ${id}`, transactionId: id, reference, status: 'successful' },
      };
    },
  };
}

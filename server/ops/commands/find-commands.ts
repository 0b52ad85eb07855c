import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { findUnproven } from '../../features/fulfilment/unproven-repository.ts';
import { type OpsCommand, Refusal, requireTracking, requireWord } from '../command.ts';
import { textFields, textTable } from '../command-line/text-table.ts';
import {
  findGroupsBy,
  findLastPayments,
  findPaymentsBy,
  findProductsBy,
  findShoppers,
} from '../readings/find-repository.ts';
import { readFindWords } from '../readings/find-words.ts';
import { readOrder, readOrderLines } from '../readings/order-repository.ts';

export const findCommands: OpsCommand[] = [
  {
    name: 'find',
    usage: 'WORDS',
    summary:
      'Shoppers, payments, products and groups by e-mail, phone, name, tracking number, reference, provider id, amount and day, title, or id.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }, args) {
      requireWord(args, 0, 'WORDS');
      const words = readFindWords(args.words.join(' '));
      const shoppers = await findShoppers(db, words);
      const named = await findPaymentsBy(db, words);
      const theirs = await findLastPayments(
        db,
        shoppers.map(({ id }) => id),
      );
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
      const users = new Set([...shoppers.map(({ id }) => id), ...payments.map(({ userId }) => userId)]);
      const [only] = users;
      const columns = payments.map(({ userId, totalNaira, cardNaira, ...payment }) => ({
        ...payment,
        total: formatNaira(totalNaira),
      }));
      return {
        data: { shoppers, payments, products, groups },
        text:
          [shoppers, columns, products, groups]
            .filter((rows) => rows.length > 0)
            .map((rows) => textTable(rows, ''))
            .join('\n\n') || 'Nothing was found.',
        // What was typed may be a number or an address, which a log that is never erased does not keep.
        lookedAt: users.size === 1 ? `user:${only}` : `search:${Object.keys(words).join('+') || 'nothing'}`,
      };
    },
  },
  {
    name: 'order show',
    usage: 'TRACKING',
    summary: 'An order with its lines: what was paid and paid back, and where the goods are.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }, args) {
      const trackingNumber = requireTracking(args);
      const order = await readOrder(db, trackingNumber);
      if (!order)
        throw new Refusal(
          'There is no order with this tracking number. Search by the phone number or name of its shopper.',
        );
      const { totalKobo, ...known } = order;
      const shown = { ...known, totalNaira: koboToNaira(totalKobo) };
      const lines = (await readOrderLines(db, trackingNumber)).map(({ paidKobo, refundedKobo, ...line }) => ({
        ...line,
        paidNaira: koboToNaira(paidKobo),
        refundedNaira: refundedKobo / 100,
      }));
      const unproven = await findUnproven(db, trackingNumber);
      return {
        data: { ...shown, lines, unproven },
        text: [textFields(shown), '', textTable(lines, ''), textTable(unproven, '')].join('\n').trimEnd(),
        lookedAt: `user:${order.userId}`,
      };
    },
  },
];

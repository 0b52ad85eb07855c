import { koboToNaira } from '#contract/kobo.ts';
import { findUserById, findUserFigures } from '../../features/auth/user-repository.ts';
import { findWallet } from '../../features/wallet/wallet-repository.ts';
import { isUuid } from '../../lib/uuid.ts';
import { type OpsCommand, Refusal, requireWord } from '../command.ts';
import { textFields, textTable } from '../command-line/text-table.ts';
import {
  readShopperGroups,
  readShopperNotices,
  readShopperPayments,
  readShopperSessions,
  readWalletLines,
} from '../readings/shopper-repository.ts';
import { readNotes } from '../shopper-notes-repository.ts';

export const userHistoryCommand: OpsCommand = {
  name: 'user history',
  usage: 'ID',
  summary: "A shopper's wallet lines, payments, groups, sessions, notices and notes, the newest first.",
  roles: ['support', 'ops', 'finance'],
  async run({ db }, args) {
    const id = requireWord(args, 0, 'ID');
    const user = isUuid(id) ? await findUserById(db, id) : null;
    if (!user) throw new Refusal('There is no such shopper. Look for them with: find');
    const wallet = await findWallet(db, id);
    const shopper = {
      id,
      name: user.name,
      email: user.email,
      phone: user.phone,
      locked: user.isLocked,
      createdAt: (await findUserFigures(db, id))?.createdAt,
      balanceNaira: koboToNaira(wallet?.balanceKobo ?? 0),
      heldNaira: koboToNaira(wallet?.heldKobo ?? 0),
    };
    const lists = {
      walletLines: (await readWalletLines(db, id)).map(({ amountKobo, ...line }) => ({
        ...line,
        amountNaira: amountKobo / 100,
      })),
      payments: (await readShopperPayments(db, id)).map(
        ({ totalKobo, cardKobo, receivedKobo, paidBackKobo, ...payment }) => ({
          ...payment,
          totalNaira: koboToNaira(totalKobo),
          cardNaira: koboToNaira(cardKobo),
          receivedNaira: receivedKobo === null ? null : receivedKobo / 100,
          paidBackNaira: paidBackKobo / 100,
        }),
      ),
      groups: (await readShopperGroups(db, id)).map(({ paidKobo, ...group }) => ({
        ...group,
        paidNaira: koboToNaira(paidKobo),
      })),
      sessions: await readShopperSessions(db, id),
      notices: await readShopperNotices(db, id),
      notes: await readNotes(db, id),
    };
    const tables = Object.entries(lists).flatMap(([name, rows]) => ['', `${name}:`, textTable(rows, '-')]);
    return {
      data: { ...shopper, ...lists },
      text: [textFields(shopper), ...tables].join('\n'),
      lookedAt: `user:${id}`,
    };
  },
};

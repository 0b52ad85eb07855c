import type { OpsCommand } from './command.ts';
import { breachCommands } from './commands/breach-commands.ts';
import { centreCommands } from './commands/centre-commands.ts';
import { fulfilmentCommands } from './commands/fulfilment-commands.ts';
import { groupCommands } from './commands/group-commands.ts';
import { moneyCommands } from './commands/money-commands.ts';
import { operatorCommands } from './commands/operator-commands.ts';
import { outboxCommands } from './commands/outbox-commands.ts';
import { paymentCommands } from './commands/payment-commands.ts';
import { productCommands } from './commands/product-commands.ts';
import { reconCommands } from './commands/recon-commands.ts';
import { recoveryCommands } from './commands/recovery-commands.ts';
import { referralCommands } from './commands/referral-commands.ts';
import { refundCommands } from './commands/refund-commands.ts';
import { reportCommands } from './commands/report-commands.ts';
import { shopCommands } from './commands/shop-commands.ts';
import { userCommands } from './commands/user-commands.ts';

/** Every command of the operator, in the order of the help. */
export function listCommands(): readonly OpsCommand[] {
  return [
    ...productCommands,
    ...centreCommands,
    ...groupCommands,
    ...fulfilmentCommands,
    ...paymentCommands,
    ...moneyCommands,
    ...refundCommands,
    ...reconCommands,
    ...reportCommands,
    ...userCommands,
    ...recoveryCommands,
    ...referralCommands,
    ...breachCommands,
    ...outboxCommands,
    ...operatorCommands,
    ...shopCommands,
  ];
}

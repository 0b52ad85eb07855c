import type { OpsCommand } from './command.ts';
import { alarmCommands } from './commands/alarm-commands.ts';
import { approvalCommands } from './commands/approval-commands.ts';
import { backupCommands } from './commands/backup-commands.ts';
import { breachCommands } from './commands/breach-commands.ts';
import { centreCommands } from './commands/centre-commands.ts';
import { findCommands } from './commands/find-commands.ts';
import { fulfilmentCommands } from './commands/fulfilment-commands.ts';
import { groupCommands } from './commands/group-commands.ts';
import { moneyCommands } from './commands/money/money-commands.ts';
import { paymentCommands } from './commands/money/payment-commands.ts';
import { reconCommands } from './commands/money/recon-commands.ts';
import { referralCommands } from './commands/money/referral-commands.ts';
import { refundCommands } from './commands/money/refund-commands.ts';
import { operatorCommands } from './commands/operator-commands.ts';
import { outboxCommands } from './commands/outbox-commands.ts';
import { pickupCommands } from './commands/pickup-commands.ts';
import { productCommands } from './commands/products/product-commands.ts';
import { recoveryCommands } from './commands/recovery-commands.ts';
import { reportCommands } from './commands/report-commands.ts';
import { shopCommands } from './commands/shop-commands.ts';
import { todayCommand } from './commands/today-command.ts';
import { userCommands } from './commands/user-commands.ts';

/** Every command of the operator, in the order of the help. */
export function listCommands(): readonly OpsCommand[] {
  return [
    todayCommand,
    ...approvalCommands(requireCommand),
    ...findCommands,
    ...productCommands,
    ...centreCommands,
    ...groupCommands,
    ...fulfilmentCommands,
    ...pickupCommands,
    ...paymentCommands,
    ...moneyCommands,
    ...refundCommands,
    ...reconCommands,
    ...reportCommands,
    ...userCommands,
    ...recoveryCommands,
    ...referralCommands,
    ...breachCommands,
    ...alarmCommands,
    ...outboxCommands,
    ...operatorCommands,
    ...shopCommands,
    ...backupCommands,
  ];
}

/** @throws {Error} for a name that is none: what asks for it is wrong, or of another release. */
export function requireCommand(name: string): OpsCommand {
  const command = listCommands().find((one) => one.name === name);
  if (!command) throw new Error(`there is no command ${name}`);
  return command;
}

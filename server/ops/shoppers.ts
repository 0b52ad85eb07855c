import { plainCode } from '#contract/rules/typed-text.ts';
import type { Queryable } from '../db/database.ts';
import { findUserByEmail, findUserById, type UserRow } from '../features/auth/user-repository.ts';
import { isUuid } from '../lib/uuid.ts';
import { type OpsArguments, Refusal, requireOption } from './command.ts';

/** @throws {Refusal} when no shopper has the address. */
export async function requireUserByEmail(db: Queryable, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Refusal('No shopper has this email.');
  return user;
}

/** Whom `--email` or `--id` names. @throws {Refusal} when it is nobody. */
export async function requireNamedShopper(db: Queryable, args: OpsArguments): Promise<UserRow> {
  const { id: given, email } = args.options;
  if (given === undefined) return requireUserByEmail(db, requireOption(args, 'email'));
  if (email !== undefined) throw new Refusal('Either --email or --id.');
  const id = plainCode(given);
  const user = isUuid(id) ? await findUserById(db, id) : null;
  if (!user) throw new Refusal('There is no such shopper. Look for them with: find');
  return user;
}

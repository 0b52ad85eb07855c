import type { Queryable } from '../db/database.ts';
import { findUserByEmail, findUserById, type UserRow } from '../features/auth/user-repository.ts';
import { ActionRefusedError } from './action.ts';

/** Finds the shopper by e-mail. @throws {ActionRefusedError} when no shopper has it. */
export async function requireShopperByEmail(db: Queryable, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new ActionRefusedError('No shopper has this email.');
  return user;
}

/** Finds the shopper by id or e-mail. @throws {ActionRefusedError} when neither or both are given, or nobody matches. */
export async function requireShopperByIdOrEmail(
  db: Queryable,
  { userId, email }: { userId?: string; email?: string },
): Promise<UserRow> {
  if (userId !== undefined && email === undefined) return requireShopperById(db, userId);
  if (userId === undefined && email !== undefined) return requireShopperByEmail(db, email);
  throw new ActionRefusedError('Either --email or --user-id.');
}

export async function requireShopperById(db: Queryable, userId: string): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (!user) throw new ActionRefusedError('There is no such shopper. Look for them with: find');
  return user;
}

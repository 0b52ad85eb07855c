import type { Queryable } from '../db/database.ts';
import { findUserByEmail, type UserRow } from '../features/auth/user-repository.ts';
import { Refusal } from './command.ts';

/** @throws {Refusal} when no shopper has the address. */
export async function requireUserByEmail(db: Queryable, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email.trim().toLowerCase());
  if (!user) throw new Refusal('No shopper has this email.');
  return user;
}

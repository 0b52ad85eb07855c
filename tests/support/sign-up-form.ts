import type { newSignUp } from './api-shopper.ts';
import { fill } from './phone.tsx';

/** Fills the open registration form with good data. */
export function fillSignUp(person: ReturnType<typeof newSignUp>): void {
  fill('Name', person.name);
  fill('Email', person.email);
  fill('WhatsApp number', person.phone);
  fill('Password', person.password);
  fill('Confirm password', person.password);
  fill('Secret recovery key', person.secretRecoveryKey);
}

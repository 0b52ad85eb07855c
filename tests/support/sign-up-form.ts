import type { createSignUpBody } from './api-shopper.ts';
import { fillLabelledField } from './phone.tsx';

/** Fills the open registration form with good data. */
export function fillSignUpForm(person: ReturnType<typeof createSignUpBody>): void {
  fillLabelledField('Name', person.name);
  fillLabelledField('Email', person.email);
  fillLabelledField('WhatsApp number', person.phone);
  fillLabelledField('Password', person.password);
  fillLabelledField('Confirm password', person.password);
  fillLabelledField('Secret recovery key', person.secretRecoveryKey);
}

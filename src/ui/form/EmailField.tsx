import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** Shows a field for the account's email address, with the email keyboard and autofill of saved accounts. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField label="Email" type="email" autoComplete="username" autoCapitalize="none" required {...props} />
  );
}

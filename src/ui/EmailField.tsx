import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** The email that names an account: a phone's keyboard and its saved sign-ins fit it. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField label="Email" type="email" autoComplete="username" autoCapitalize="none" required {...props} />
  );
}

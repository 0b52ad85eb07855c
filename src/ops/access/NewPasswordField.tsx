import { PasswordField } from '../../ui/form/PasswordField.tsx';

interface Props {
  name: string;
  /** What the field's button says it shows or hides; default: password. */
  secretName?: string;
}

/** Asks an operator for a new password. */
export function NewPasswordField(props: Props) {
  return (
    <PasswordField
      {...props}
      label="New password"
      hint="At least 12 characters."
      autoComplete="new-password"
      minLength={12}
      required
    />
  );
}

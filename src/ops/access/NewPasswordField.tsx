import { PasswordField } from '../../ui/form/PasswordField.tsx';

interface Props {
  name: string;
  /** Name of the field's content in the label of its show and hide button; default: password. */
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

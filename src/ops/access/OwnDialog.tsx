import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Elements } from '../../lib/elements.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { fieldsOf } from '../form-fields.ts';
import styles from './Access.module.css';
import { accessQuery } from './access-query.ts';
import { passkeyError } from './browser-passkeys.ts';

interface Props<Name extends string> {
  title: string;
  /** What it comes to, before it is done. */
  words: string;
  /** Beside the password: the names of the fields in `children`. */
  fields?: readonly Name[];
  children?: Elements;
  /** False: it changes nothing of how one comes in. */
  asksPassword?: boolean;
  label: string;
  busyLabel: string;
  /** @returns what is shown in place of the form; nothing: the dialog closes. */
  act: (fields: Record<Name | 'password', string>) => Promise<Elements>;
  onClose: () => void;
}

/** One change of one's own access, with the password that it asks for. */
export function OwnDialog<Name extends string = never>(props: Props<Name>) {
  const { title, words, fields = [], children, asksPassword = true, label, busyLabel, act, onClose } = props;
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Elements>(null);
  const done = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      void queryClient.invalidateQueries(accessQuery);
      if (answer) setShown(answer);
      else onClose();
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    done.mutate(fieldsOf(event.currentTarget, [...fields, 'password'] as const));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {shown || (
        <form className={`${styles.form} stack`} data-gap="4" aria-label={title} onSubmit={handleSubmit}>
          <p className="muted">{words}</p>
          {children}
          {asksPassword && (
            <PasswordField label="Password" name="password" autoComplete="current-password" required />
          )}
          {done.error && <Note kind="error">{passkeyError(done.error, 'It could not be done.')}</Note>}
          <Button type="submit" wide busyLabel={done.isPending && busyLabel}>
            {label}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { keepFocus } from '../lib/focus-content.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './Note.module.css';

export type NoteKind = 'info' | 'success' | 'warning' | 'error';

interface Props extends ComponentProps<'div'> {
  kind?: NoteKind;
  /** In place of the kind's own icon. */
  icon?: IconName;
  /** At most one quiet button at the end. */
  action?: ReactNode;
}

const ICONS: Record<NoteKind, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  error: 'alert',
};

/** An icon and a sentence in a box. Errors are spoken at once, the rest politely. */
export function Note({ kind = 'info', icon, action, children, ...rest }: Props) {
  return (
    <div
      ref={keepFocus}
      role={kind === 'error' ? 'alert' : 'status'}
      {...rest}
      className={styles.note}
      data-kind={kind}
    >
      <Icon name={icon ?? ICONS[kind]} />
      <span className="grow">{children}</span>
      {action}
    </div>
  );
}

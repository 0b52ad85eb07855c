import { type ComponentProps, useRef } from 'react';
import type { Elements } from '../lib/elements.ts';
import { keepFocus } from '../lib/focus-content.ts';
import { useSpoken } from './Announcer.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './Note.module.css';

export type NoteKind = 'info' | 'success' | 'warning' | 'error';

interface Props extends ComponentProps<'div'> {
  kind?: NoteKind;
  /** In place of the kind's own icon. */
  icon?: IconName;
  /** At most one quiet button at the end. */
  action?: Elements;
}

const ICONS: Record<NoteKind, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  error: 'alert',
};

/**
 * An icon and a sentence in a box. Errors are spoken at once, the rest politely by the one announcer; with the role
 * `note` it is part of the page, and not spoken by itself.
 */
export function Note({ kind = 'info', icon, action, role, children, ...rest }: Props) {
  const words = useRef<HTMLSpanElement>(null);
  const ownRole = role ?? (kind === 'error' ? 'alert' : 'status');
  useSpoken(words, ownRole === 'status');
  return (
    <div
      ref={keepFocus}
      role={ownRole}
      aria-live={ownRole === 'status' ? 'off' : undefined}
      {...rest}
      className={styles.note}
      data-kind={kind}
    >
      <Icon name={icon ?? ICONS[kind]} />
      <span className="grow" ref={words}>
        {children}
      </span>
      {action}
    </div>
  );
}

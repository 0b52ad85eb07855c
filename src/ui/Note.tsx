import { type ComponentProps, useRef } from 'react';
import type { ElementChildren } from '../lib/elements.ts';
import { focusContentOnRemoval } from '../lib/focus-content.ts';
import { useAnnounced } from './Announcer.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './Note.module.css';

export type NoteKind = 'info' | 'success' | 'warning' | 'error';

interface Props extends ComponentProps<'div'> {
  kind?: NoteKind;
  /** Replaces the default icon of the kind. */
  icon?: IconName;
  action?: ElementChildren;
}

const ICONS: Record<NoteKind, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  error: 'alert',
};

/**
 * Shows a message in a box with an icon. Errors are announced at once, others politely; the role `note` is not
 * announced.
 */
export function Note({ kind = 'info', icon, action, role, children, ...rest }: Props) {
  const words = useRef<HTMLSpanElement>(null);
  const ownRole = role ?? (kind === 'error' ? 'alert' : 'status');
  useAnnounced(words, ownRole === 'status');
  return (
    <div
      ref={focusContentOnRemoval}
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

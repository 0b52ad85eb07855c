import { type ComponentProps, useRef } from 'react';
import { focusMainContentOnRemoval } from '../../lib/browser/focus-content.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';
import { useAnnounceElementText } from './Announcer.tsx';
import styles from './MessageBox.module.css';

export type MessageBoxKind = 'info' | 'success' | 'warning' | 'error';

interface Props extends ComponentProps<'div'> {
  kind?: MessageBoxKind;
  /** Icon to show instead of the usual one for this kind of message. */
  icon?: IconName;
  action?: TextFreeChildren;
}

const ICONS: Record<MessageBoxKind, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  error: 'alert',
};

/**
 * Shows a message in a box with an icon. Errors are announced at once, others politely; the role `note` is not
 * announced.
 */
export function MessageBox({ kind = 'info', icon, action, role, children, ...rest }: Props) {
  const textElement = useRef<HTMLSpanElement>(null);
  const ownRole = role ?? (kind === 'error' ? 'alert' : 'status');
  useAnnounceElementText(textElement, ownRole === 'status');
  return (
    <div
      ref={focusMainContentOnRemoval}
      role={ownRole}
      aria-live={ownRole === 'status' ? 'off' : undefined}
      {...rest}
      className={styles.note}
      data-kind={kind}
    >
      <Icon name={icon ?? ICONS[kind]} />
      <span className="grow" ref={textElement}>
        {children}
      </span>
      {action}
    </div>
  );
}

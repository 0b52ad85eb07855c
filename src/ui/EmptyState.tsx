import { type ReactNode, useRef } from 'react';
import type { TextFreeChildren } from '../lib/elements.ts';
import { focusMainContentOnRemoval } from '../lib/focus-content.ts';
import { useAnnouncedElement } from './Announcer.tsx';
import type { IllustrationName } from './Drawing.tsx';
import styles from './EmptyState.module.css';
import { LazyIllustration } from './LazyDrawing.tsx';

interface Props {
  drawing?: IllustrationName;
  title: string;
  /** At most one sentence. */
  children?: ReactNode;
  /** At most one soft button. */
  action?: TextFreeChildren;
  /** Heading level: 1 where the empty state replaces the whole screen, else 2. */
  level?: 1 | 2;
  /** alert: spoken at once; status: by the announcer. */
  role?: 'alert' | 'status';
}

/** Explains an empty or failed state with a drawing, a title, one sentence and one button. */
export function EmptyState({ drawing = 'basket', title, children, action, level = 2, role }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  const isResult = role === 'status';
  useAnnouncedElement(heading, isResult);
  return (
    <div
      ref={focusMainContentOnRemoval}
      className={styles.blank}
      role={role}
      aria-live={isResult ? 'off' : undefined}
    >
      <div className={styles.drawing}>
        <LazyIllustration name={drawing} />
      </div>
      <Heading ref={heading}>{title}</Heading>
      {children && <p className="small">{children}</p>}
      {action}
    </div>
  );
}

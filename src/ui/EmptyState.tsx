import { type ReactNode, useRef } from 'react';
import type { ElementChildren } from '../lib/elements.ts';
import { focusContentOnRemoval } from '../lib/focus-content.ts';
import { useAnnounced } from './Announcer.tsx';
import type { DrawingName } from './Drawing.tsx';
import styles from './EmptyState.module.css';
import { LazyDrawing } from './LazyDrawing.tsx';

interface Props {
  drawing?: DrawingName;
  title: string;
  /** At most one sentence. */
  children?: ReactNode;
  /** At most one soft button. */
  action?: ElementChildren;
  /** 1 where it replaces the whole screen. */
  level?: 1 | 2;
  /** alert: spoken at once; status: by the announcer. */
  role?: 'alert' | 'status';
}

/** Explains an empty or failed state with a drawing, a title, one sentence and one button. */
export function EmptyState({ drawing = 'basket', title, children, action, level = 2, role }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  const isResult = role === 'status';
  useAnnounced(heading, isResult);
  return (
    <div
      ref={focusContentOnRemoval}
      className={styles.blank}
      role={role}
      aria-live={isResult ? 'off' : undefined}
    >
      <div className={styles.drawing}>
        <LazyDrawing name={drawing} />
      </div>
      <Heading ref={heading}>{title}</Heading>
      {children && <p className="small">{children}</p>}
      {action}
    </div>
  );
}

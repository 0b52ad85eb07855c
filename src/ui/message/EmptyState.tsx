import { type ReactNode, useRef } from 'react';
import { focusMainContentOnRemoval } from '../../lib/browser/focus-content.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import type { IllustrationName } from '../image/Illustration.tsx';
import { LazyIllustration } from '../image/LazyIllustration.tsx';
import { useAnnounceElementText } from './Announcer.tsx';
import styles from './EmptyState.module.css';

interface Props {
  drawing?: IllustrationName;
  title: string;
  /** Explanation of the empty state, at most one sentence. */
  children?: ReactNode;
  /** At most one button, of the variant `soft`. */
  action?: TextFreeChildren;
  /** Heading level of the title: 1 where the empty state replaces the whole screen, else 2. */
  level?: 1 | 2;
  /** How screen readers announce the state: `alert` at once, `status` after what they are reading. */
  role?: 'alert' | 'status';
}

/** Shows an empty or failed state: an illustration, a title, one sentence and one button. */
export function EmptyState({ drawing = 'basket', title, children, action, level = 2, role }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  const isResult = role === 'status';
  useAnnounceElementText(heading, isResult);
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

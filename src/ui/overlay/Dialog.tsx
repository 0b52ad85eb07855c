import { type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { IconButton } from '../control/IconButton.tsx';
import styles from './Dialog.module.css';
import { useOverlay } from './use-overlay.ts';

interface Props {
  /** Heading of the dialog and its accessible name. */
  title: ReactNode;
  /**
   * Called to close the dialog. Links inside the dialog need `replace`, or the phone's Back would open the dialog
   * again.
   */
  onClose: () => void;
  /** An image or icon above the title. */
  figure?: TextFreeChildren;
  children?: TextFreeChildren;
}

/** Shows a dialog as soon as it is mounted: at the bottom of a phone, in the middle from 640 px. */
export function Dialog({ title, onClose, figure, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useOverlay(ref, onClose);
  return createPortal(
    <div ref={ref} className={styles.layer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboards use Escape or the close button instead */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use Escape or the close button instead */}
      <div className={styles.scrim} onClick={onClose} />
      <div className={styles.dialog} role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        <div className={styles.content}>
          {figure}
          <h2 id={titleId}>{title}</h2>
          {children}
        </div>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
    </div>,
    document.body,
  );
}

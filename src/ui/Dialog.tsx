import { type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { TextFreeChildren } from '../lib/elements.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { useOverlay } from './use-overlay.ts';

interface Props {
  /** The heading and accessible name. */
  title: ReactNode;
  /** Runs on the close button, Escape, a tap outside and the phone's Back. Links inside need `replace`. */
  onClose: () => void;
  /** Shown above the title. */
  figure?: TextFreeChildren;
  children?: TextFreeChildren;
}

/** Opens on mounting: a bottom sheet on phones, a centred dialog from 640 px. */
export function Dialog({ title, onClose, figure, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useOverlay(ref, onClose);
  return createPortal(
    <div ref={ref} className={styles.layer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the scrim repeats the close button for pointers; keys have Escape */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
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

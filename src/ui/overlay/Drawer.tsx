import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Drawer.module.css';
import { useOverlay } from './use-overlay.ts';

/** Delay before the drawer opens. @source spec section 9 (Timings) */
const OVERLAY_OPEN_DELAY_MS = 10;
const OVERLAY_CLOSE_MS = 300;

interface Props {
  /** Accessible name of the drawer. */
  label: string;
  /** Called once the drawer has closed, after an animation of 300 ms. */
  onClose: () => void;
  /** Maximum width: 320 px for the menu, 400 px for a panel. */
  width: 'menu' | 'panel';
  /** Renders the content. Links inside the drawer need `replace`, or the phone's Back would open the drawer again. */
  children: (close: () => void) => ReactNode;
}

/** Shows a drawer that slides in from the right 10 ms after mounting and closes in 300 ms. @source spec section 4 */
export function Drawer({ label, onClose, width, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const [isIn, setIsIn] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const entering = setTimeout(() => setIsIn(true), OVERLAY_OPEN_DELAY_MS);
    return () => {
      clearTimeout(entering);
      clearTimeout(leaving.current);
      leaving.current = undefined;
    };
  }, []);

  const close = () => {
    if (leaving.current !== undefined) return;
    setIsIn(false);
    leaving.current = setTimeout(onClose, OVERLAY_CLOSE_MS);
  };
  useOverlay(ref, close);

  return createPortal(
    <div ref={ref} className={styles.layer} data-state={isIn ? 'in' : 'out'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboards use Escape or the close button instead */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use Escape or the close button instead */}
      <div className={styles.scrim} onClick={close} />
      <div
        className={styles.side}
        data-width={width}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
      >
        {children(close)}
      </div>
    </div>,
    document.body,
  );
}

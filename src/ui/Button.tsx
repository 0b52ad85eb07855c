import { Children, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';

/** main: the one action of a screen. soft, line, quiet: lesser ones. maize: on green ground. danger: text only. */
type ButtonVariant = 'main' | 'soft' | 'line' | 'quiet' | 'maize' | 'danger';

interface Look {
  variant?: ButtonVariant;
  small?: boolean;
  wide?: boolean;
}

interface Props extends ComponentProps<'button'>, Look {
  /** While set, the button does nothing and shows this in place of its children, for example `Sharing...`. */
  busyLabel?: string | false | undefined;
  /** Nothing is under way: the button waits for what the element of this id tells. */
  blockedBy?: string | undefined;
}

export function Button({
  variant = 'main',
  small,
  wide,
  busyLabel,
  blockedBy,
  onClick,
  children,
  ...rest
}: Props) {
  const isBusy = Boolean(busyLabel);
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: that would take the focus away from whoever just pressed it.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-disabled={isBusy || undefined}
      className={styles.button}
      data-variant={variant}
      data-small={small || undefined}
      data-wide={wide || undefined}
      aria-busy={(isBusy && !blockedBy) || undefined}
      aria-describedby={blockedBy}
    >
      {busyLabel || ownElements(children)}
    </button>
  );
}

/**
 * Puts each text beside an icon into an element of its own: a page translator replaces text nodes, and React could
 * then neither change nor remove them.
 */
function ownElements(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children;
  return Children.map(children, (child) => (typeof child === 'object' ? child : <span>{child}</span>));
}

interface LinkProps extends ComponentProps<typeof Link>, Look {}

/** A link inside the app that looks like a button. Inside an overlay pass `replace`. */
export function ButtonLink({ variant = 'main', small, wide, children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={styles.button}
      data-variant={variant}
      data-small={small || undefined}
      data-wide={wide || undefined}
    >
      {ownElements(children)}
    </Link>
  );
}

interface AnchorProps extends ComponentProps<'a'>, Look {}

/** A link out of the app, or to an anchor of the page, that looks like a button. */
export function ButtonAnchor({ variant = 'main', small, wide, children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      className={styles.button}
      data-variant={variant}
      data-small={small || undefined}
      data-wide={wide || undefined}
    >
      {ownElements(children)}
    </a>
  );
}

import { Children, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';

/**
 * Styles: `main` is for the screen's main action; `soft`, `line` and `quiet` are secondary; `maize` is used on green.
 */
type ButtonVariant = 'main' | 'soft' | 'line' | 'quiet' | 'maize' | 'danger';

interface Look {
  variant?: ButtonVariant;
  small?: boolean;
  wide?: boolean;
}

interface Props extends ComponentProps<'button'>, Look {
  /** Label while the action runs, such as `Sharing...`. Meanwhile the button is disabled. */
  busyLabel?: string | false | undefined;
  /** Id of the text that says why the button is disabled. */
  blockedBy?: string | undefined;
}

function getLook({ variant = 'main', small, wide }: Look) {
  return {
    className: styles.button,
    'data-variant': variant,
    'data-small': small || undefined,
    'data-wide': wide || undefined,
  };
}

export function Button({ variant, small, wide, busyLabel, blockedBy, onClick, children, ...rest }: Props) {
  const isBusy = Boolean(busyLabel);
  return (
    <button
      type="button"
      {...rest}
      // `disabled` would take the focus away from the pressed button, so the click is only ignored.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-disabled={isBusy || undefined}
      {...getLook({ variant, small, wide })}
      aria-busy={(isBusy && !blockedBy) || undefined}
      aria-describedby={blockedBy}
    >
      {busyLabel || ownElements(children)}
    </button>
  );
}

/** Wraps text beside an icon in an element, because React cannot update bare text that a page translator replaced. */
function ownElements(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children;
  return Children.map(children, (child) => (typeof child === 'object' ? child : <span>{child}</span>));
}

interface LinkProps extends ComponentProps<typeof Link>, Look {}

/**
 * Shows a link inside the app as a button. Inside an overlay it needs `replace`, or Back would open the overlay again.
 */
export function ButtonLink({ variant, small, wide, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} {...getLook({ variant, small, wide })}>
      {ownElements(children)}
    </Link>
  );
}

interface AnchorProps extends ComponentProps<'a'>, Look {}

/** Shows a link out of the app, or to an anchor, as a button. */
export function ExternalButtonLink({ variant, small, wide, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} {...getLook({ variant, small, wide })}>
      {ownElements(children)}
    </a>
  );
}

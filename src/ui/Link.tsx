import type { ComponentProps } from 'react';
import { type NavigateOptions, useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends ComponentProps<'a'>, Pick<NavigateOptions, 'replace' | 'state'> {
  /** Path, query and fragment inside the shop. */
  to: string;
}

/** A link inside the shop. The library's own brings parts of its framework mode, 2 kB, into the first code. */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigateOnClick = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) navigateOnClick(event);
      }}
    />
  );
}

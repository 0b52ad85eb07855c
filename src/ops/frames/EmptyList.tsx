import type { TextFreeChildren } from '../../lib/react/elements.ts';

interface Props {
  /** That there is nothing, and what to do or what will be here. */
  children: string;
  /** The button or link that leads on. */
  action?: TextFreeChildren;
}

/** Stands in the place of a list without rows. */
export function EmptyList({ children, action }: Props) {
  if (!action) return <p className="muted">{children}</p>;
  return (
    <div className="stack" data-gap="3">
      <p className="muted">{children}</p>
      <div>{action}</div>
    </div>
  );
}

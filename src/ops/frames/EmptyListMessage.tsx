import type { TextFreeChildren } from '../../lib/react/elements.ts';

interface Props {
  /** Sentence that says that the list is empty, and what the operator can do or will see here. */
  children: string;
  /** Button or link to the next step. */
  action?: TextFreeChildren;
}

/** Shows a sentence and a button in place of a list without rows. */
export function EmptyListMessage({ children, action }: Props) {
  if (!action) return <p className="muted">{children}</p>;
  return (
    <div className="stack" data-gap="3">
      <p className="muted">{children}</p>
      <div>{action}</div>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './Auth.module.css';

interface Props {
  title: string;
  /** True: the shop's logo shows above the heading. */
  hasMark?: boolean;
  children?: ReactNode;
}

export function AuthPageHeading({ title, hasMark = false, children }: Props) {
  return (
    <div className="stack" data-gap="2">
      {hasMark && <img src="/icons/icon.svg" alt="" width="56" height="56" />}
      <h1 className={styles.title}>{title}</h1>
      {children && <p className="muted">{children}</p>}
    </div>
  );
}

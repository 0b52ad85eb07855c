import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { screenPaths } from '../../lib/paths.ts';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { useSession } from '../../lib/session/session.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import styles from './Header.module.css';

const loadCount = () => import('./CartLineCountBadge.tsx');

export function HeaderCartLink() {
  const [lines, setLines] = useState(0);
  const Count = useLazyComponent(loadCount, useSession().status === 'member');
  return (
    <Link
      className={styles.action}
      to={screenPaths.cart}
      aria-label={lines > 0 ? `Cart, ${formatCountWithNoun(lines, 'item')}` : 'Cart'}
    >
      <Icon name="cart" />
      {Count && <Count onCount={setLines} />}
    </Link>
  );
}

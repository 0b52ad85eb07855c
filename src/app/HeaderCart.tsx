import { useState } from 'react';
import { Link } from 'react-router-dom';
import { plural } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useLazyPart } from '../lib/use-lazy-part.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './Header.module.css';

const loadCount = async () => (await import('./MemberCounts.tsx')).CartLineCount;

export function HeaderCart() {
  const [lines, setLines] = useState(0);
  const Count = useLazyPart(loadCount, useSession().status === 'member');
  return (
    <Link
      className={styles.action}
      to={paths.cart}
      aria-label={lines > 0 ? `Cart, ${plural(lines, 'item')}` : 'Cart'}
    >
      <Icon name="cart" />
      {Count && <Count onCount={setLines} />}
    </Link>
  );
}

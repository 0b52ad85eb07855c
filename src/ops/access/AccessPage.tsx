import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../Loaded.tsx';
import styles from './Access.module.css';
import { accessQuery } from './access-query.ts';
import { type Change, ChangeDialog } from './ChangeDialog.tsx';
import { Factors } from './Factors.tsx';
import { Sessions } from './Sessions.tsx';

/** One's own way into the console: with what, from where. */
export function AccessPage() {
  const access = useQuery(accessQuery);
  const [change, setChange] = useState<Change | null>(null);
  return (
    <div className={`${styles.page} stack`} data-gap="6">
      <h1>My access</h1>
      <Loaded query={access}>
        {(data) => (
          <>
            <Factors access={data} onChange={setChange} />
            <Sessions access={data} />
          </>
        )}
      </Loaded>
      {change && <ChangeDialog change={change} onClose={() => setChange(null)} />}
    </div>
  );
}

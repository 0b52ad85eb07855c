import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { opsRunRecon } from '#contract/ops-money-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActForm } from '../ActForm.tsx';
import { Loaded } from '../Loaded.tsx';
import styles from './Money.module.css';
import { reconQuery } from './money-queries.ts';
import { ReconItem } from './ReconItem.tsx';

/** What waits for a decision between the provider's books and ours, and the run that finds it. */
export function ReconPage({ may }: { may: readonly string[] }) {
  const [all, setAll] = useState(false);
  const items = useInfiniteQuery(reconQuery(all));
  return (
    <div className="stack" data-gap="6">
      <h1>Reconciliation</h1>
      <section className="stack" data-gap="3">
        <div className="row" data-justify="between" data-wrap>
          <h2>{all ? 'All items' : 'Open items'}</h2>
          <Button variant="quiet" small onClick={() => setAll(!all)}>
            {all ? 'Show Only Open' : 'Show Resolved Too'}
          </Button>
        </div>
        <Loaded query={items}>
          {({ pages }) =>
            pages.flat().length === 0 ? (
              <p className="muted">Nothing waits. The two books say the same.</p>
            ) : (
              <ul className={styles.items}>
                {pages.flat().map((item) => (
                  <ReconItem key={item.id} item={item} mayResolve={may.includes('recon resolve')} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {items.hasNextPage && (
          <Button
            variant="soft"
            onClick={() => items.fetchNextPage()}
            busyLabel={items.isFetchingNextPage && 'Reading...'}
          >
            Show More
          </Button>
        )}
      </section>
      {may.includes('recon run') && <RunForm />}
    </div>
  );
}

function RunForm() {
  const queryClient = useQueryClient();
  return (
    <ActForm
      title="Compare a day"
      label="Compare"
      busyLabel="Comparing..."
      doneWords="Compared. What differs stands above."
      asksReason={false}
      act={({ day }, idempotencyKey) => send(opsRunRecon, { body: day ? { day } : {}, idempotencyKey })}
      onDone={() => queryClient.invalidateQueries({ queryKey: reconQuery(false).queryKey.slice(0, 1) })}
    >
      <TextField
        label="Day"
        name="day"
        type="date"
        hint="Empty: today. Each ended day is compared by itself."
      />
    </ActForm>
  );
}

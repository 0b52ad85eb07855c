import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsShopperEvents } from '#contract/ops-shopper-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { Button } from '../../ui/Button.tsx';
import { Lines } from '../Lines.tsx';
import { Loaded } from '../Loaded.tsx';
import { lagosTime } from '../words.ts';

/** Sign-ins, failures, changes, and what operators did: read when it is asked for, since each look leaves a row. */
export function ShopperEvents({ userId }: { userId: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const events = useQuery({
    queryKey: ['shopper', userId, 'events'],
    queryFn: async ({ signal }) => (await send(opsShopperEvents, { params: { userId } }, { signal })).data,
    enabled: isAsked,
    refetchOnWindowFocus: false,
  });
  if (!isAsked)
    return (
      <section className="stack" data-gap="2">
        <h2>Events of the account</h2>
        <div>
          <Button variant="line" small onClick={() => setIsAsked(true)}>
            Show Events
          </Button>
        </div>
      </section>
    );
  return (
    <Loaded query={events}>
      {(known) => (
        <Lines title="Events of the account" rows={known} empty="Nothing is known of this account.">
          {({ at, event, times, by }) => [
            `${event.replace(/[._]/g, ' ')}${times > 1 ? `, ${times} times` : ''}`,
            `${lagosTime(at)}${by ? `, ${by}` : ''}`,
          ]}
        </Lines>
      )}
    </Loaded>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Button } from '../../ui/control/Button.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { operatorSessionQuery } from '../session.ts';
import { getServerUnavailableMessage, type ServerUnavailableMessage } from './console-queries.ts';

interface Props<Data> {
  /** The result of `useQuery` or `useInfiniteQuery`. */
  query: {
    data: Data | undefined;
    error: Error | null;
    /** Error of the last attempt while the query is retried. */
    failureReason: Error | null;
    refetch: () => unknown;
    dataUpdatedAt?: number;
  };
  /** Heading until the data is loaded, for a page whose own heading needs the data. */
  title?: string;
  children: (data: Data) => TextFreeChildren;
}

/**
 * Shows a query's state: loading, failed with a retry button, or loaded. An ended session leads to the sign-in page.
 */
export function QueryStateView<Data>({ query, title, children }: Props<Data>) {
  const queryClient = useQueryClient();
  const hasEnded = isApiError(query.error, 401);
  useEffect(() => {
    if (hasEnded) queryClient.setQueryData(operatorSessionQuery.queryKey, null);
  }, [hasEnded, queryClient]);
  const away = useAway(query);
  if (query.data !== undefined)
    return (
      <>
        {away && (
          <MessageBox kind="warning">{`${away.title}. ${readAt(query.dataUpdatedAt)}${away.text}`}</MessageBox>
        )}
        {children(query.data)}
      </>
    );
  if (query.error || away)
    return (
      <div className="stack" data-gap="4">
        {title && <h1>{title}</h1>}
        <MessageBox
          kind="error"
          action={
            <Button variant="quiet" small onClick={() => query.refetch()}>
              Try Again
            </Button>
          }
        >
          {away ? `${away.title}. ${away.text}` : getErrorMessage(query.error, 'This could not be loaded.')}
        </MessageBox>
      </div>
    );
  return (
    <div className="stack" role="status" aria-label="Loading">
      <Skeleton shape="title" width="half" />
      <Skeleton shape="box" />
      <Skeleton shape="box" />
    </div>
  );
}

/** Explains why nothing could be loaded. The message stays during retries, which may take many seconds. */
function useAway({ data, error, failureReason }: Props<unknown>['query']): ServerUnavailableMessage | null {
  const [last, setLast] = useState<ServerUnavailableMessage | null>(null);
  const now = getServerUnavailableMessage(error ?? failureReason);
  if (now && now.title !== last?.title) setLast(now);
  return data !== undefined || error ? getServerUnavailableMessage(error) : (now ?? last);
}

function readAt(atMs: number | undefined): string {
  return atMs ? `This page shows the data of ${formatLagosDateTime(new Date(atMs).toISOString())}. ` : '';
}

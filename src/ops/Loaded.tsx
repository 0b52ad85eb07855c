import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isApiError } from '../lib/api-errors.ts';
import type { Elements } from '../lib/elements.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { sessionQuery } from './console-queries.ts';

interface Props<Data> {
  /** A query of one answer, or of pages. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  children: (data: Data) => Elements;
}

/** The states of what is read: waiting, failed with a way to try again, there. A session that ended leads to the door. */
export function Loaded<Data>({ query, children }: Props<Data>) {
  const queryClient = useQueryClient();
  const hasEnded = isApiError(query.error, 401);
  useEffect(() => {
    if (hasEnded) queryClient.setQueryData(sessionQuery.queryKey, null);
  }, [hasEnded, queryClient]);
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <Note
        kind="error"
        action={
          <Button variant="quiet" small onClick={() => query.refetch()}>
            Try Again
          </Button>
        }
      >
        {errorMessage(query.error, 'This could not be read.')}
      </Note>
    );
  return (
    <div className="stack" role="status" aria-label="Loading">
      <Skeleton shape="title" width="half" />
      <Skeleton shape="box" />
      <Skeleton shape="box" />
    </div>
  );
}

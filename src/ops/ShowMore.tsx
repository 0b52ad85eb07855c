import { Button } from '../ui/Button.tsx';

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The way to a list's next page; at its end nothing. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  if (!hasNextPage) return null;
  return (
    <Button
      variant="line"
      wide
      onClick={() => fetchNextPage()}
      busyLabel={isFetchingNextPage && 'Reading more...'}
    >
      Show More
    </Button>
  );
}

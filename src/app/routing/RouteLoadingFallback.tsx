import { SlowLoadingMessage } from '../../features/product/list/ProductGridLoading.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';

/** A request that gets no response never fails, so a reload is offered. */
export function RouteLoadingFallback() {
  return (
    <>
      <title>Loading</title>
      <h1 className="sr">Loading</h1>
      <div className="page stack" role="status" aria-label="Loading">
        <SlowLoadingMessage onRetry={() => location.reload()} />
        <Skeleton shape="title" width="half" />
        <Skeleton shape="box" />
        <Skeleton shape="box" />
        <Skeleton shape="box" />
      </div>
    </>
  );
}

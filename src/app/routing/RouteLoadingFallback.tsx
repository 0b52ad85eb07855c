import { Skeleton } from '../../ui/display/Skeleton.tsx';

export function RouteLoadingFallback() {
  return (
    <>
      <title>Loading</title>
      <h1 className="sr">Loading</h1>
      <div className="page stack" role="status" aria-label="Loading">
        <Skeleton shape="title" width="half" />
        <Skeleton shape="box" />
        <Skeleton shape="box" />
        <Skeleton shape="box" />
      </div>
    </>
  );
}

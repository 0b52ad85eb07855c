import { Skeleton } from '../../ui/display/Skeleton.tsx';

export function WalletSkeleton() {
  return (
    <div className="stack" data-gap="5" role="status" aria-label="Loading your wallet">
      <div className="card stack">
        <Skeleton shape="title" width="most" />
      </div>
      <div className="two">
        <Skeleton shape="box" />
        <Skeleton shape="box" />
      </div>
      <div className="card stack">
        <Skeleton shape="title" width="half" />
        <Skeleton />
        <Skeleton width="most" />
        <Skeleton width="half" />
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupListFilter } from '#contract/rules/group/group-status.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { JoinedGroup } from '#contract/schemas/group.ts';
import type { OrderLineSummary } from '#contract/schemas/order.ts';
import { groupTexts } from '#contract/texts.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { Button, ButtonLink } from '../../../ui/control/Button.tsx';
import { ToggleChips } from '../../../ui/control/ToggleChips.tsx';
import { UpdatedAgoText } from '../../../ui/display/UpdatedAgoText.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { SortSelect } from '../../../ui/form/SortSelect.tsx';
import { EmptyState } from '../../../ui/message/EmptyState.tsx';
import { ErrorMessageBox } from '../../../ui/message/ErrorMessageBox.tsx';
import { type GroupSortOrder, groupSortOptions, joinedGroupsQuery } from '../group-queries.ts';
import { ReceiptDialog } from '../order/ReceiptDialog.tsx';
import { filterJoinedGroups } from './group-figures.ts';
import { JoinedGroupCard } from './JoinedGroupCard.tsx';
import styles from './JoinedGroupList.module.css';
import { JoinedGroupSkeleton } from './JoinedGroupSkeleton.tsx';
import { LeaveGroupDialog } from './LeaveGroupDialog.tsx';
import { ReduceQuantityDialog } from './ReduceQuantityDialog.tsx';
import { useJoinedGroupActions } from './use-group-actions.ts';

interface Props {
  userId: string;
  /** Called after the lines of a failed group were put into the cart. */
  onSwitchedToSolo: (cart: Cart) => void;
  onOrderAgain: (lines: readonly OrderLineSummary[]) => void;
  isOrdering: boolean;
}

const FILTERS: readonly { value: GroupListFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'successful', label: 'Successful' },
  { value: 'failed', label: 'Failed' },
  { value: 'active', label: 'Active' },
];

/** An action on a group for which a dialog asks the shopper's consent. */
interface AskedAction {
  action: 'leave' | 'take less';
  group: JoinedGroup;
}

/** Shows 'Your Group Buys' with search, four tabs and six sort orders. */
export function JoinedGroupList({ userId, onSwitchedToSolo, onOrderAgain, isOrdering }: Props) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<GroupListFilter>('all');
  const [sort, setSort] = useState<GroupSortOrder>('newest');
  const [receiptOf, setReceiptOf] = useState<string | null>(null);
  const [openAction, setOpenAction] = useState<AskedAction | null>(null);
  const actions = useJoinedGroupActions(userId, onSwitchedToSolo);
  const query = useQuery({
    ...joinedGroupsQuery(userId, sort),
    // The previous list stays on the screen while another sort order loads, so that the page does not jump.
    placeholderData: (before) => before,
  });
  const { data, error, dataUpdatedAt, fetchStatus, refetch } = query;
  const serverNowMs = data ? Date.parse(data.serverTime) + Math.max(0, Date.now() - dataUpdatedAt) : 0;
  const groups = data ? filterJoinedGroups(data.data, filter, search) : [];
  const isNarrowed = filter !== 'all' || search.trim() !== '';

  return (
    <section className="stack" aria-labelledby="your-group-buys">
      <h2 id="your-group-buys">Your Group Buys</h2>
      <div className="row" data-wrap="">
        <span className={styles.search}>
          <SearchField
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <span className={styles.sort}>
          <SortSelect label="Sort" options={groupSortOptions} value={sort} onChange={setSort} />
        </span>
      </div>
      <ToggleChips label="Filter" options={FILTERS} value={filter} onChange={setFilter} />
      <UpdatedAgoText updatedAt={data ? dataUpdatedAt : 0} staleMs={QUERY_STALE_TIME_MS.lists} />
      {error && !data && (
        <ErrorMessageBox onRetry={() => void refetch()}>{groupTexts.listFailed}</ErrorMessageBox>
      )}
      {!data && !error && fetchStatus === 'paused' && <ListNotSaved onRetry={() => void refetch()} />}
      {!data && !error && fetchStatus !== 'paused' && <JoinedGroupSkeleton />}
      {data && groups.length === 0 && (
        <section className="card">
          {isNarrowed ? (
            <EmptyState title="No group buys match your filters." role="status" />
          ) : (
            <NoGroupBuysYet onSeeFailed={data.data.length > 0 ? () => setFilter('failed') : null} />
          )}
        </section>
      )}
      {groups.length > 0 && (
        <ul className="two">
          {groups.map((group) => (
            <JoinedGroupCard
              key={group._id}
              group={group}
              serverNowMs={serverNowMs}
              isBusy={actions.busyGroupId === group._id}
              onLeave={() => setOpenAction({ action: 'leave', group })}
              onTakeLess={() => setOpenAction({ action: 'take less', group })}
              onBuySolo={() => void actions.buySolo(group)}
              onReceipt={setReceiptOf}
              onOrderAgain={onOrderAgain}
              isOrdering={isOrdering}
            />
          ))}
        </ul>
      )}
      {receiptOf && (
        <ReceiptDialog
          userId={userId}
          trackingNumber={receiptOf}
          onClose={() => setReceiptOf(null)}
          onOrderAgain={(lines) => {
            setReceiptOf(null);
            onOrderAgain(lines);
          }}
        />
      )}
      {openAction && (
        <GroupActionDialog action={openAction} actions={actions} onClose={() => setOpenAction(null)} />
      )}
    </section>
  );
}

function GroupActionDialog({
  action: { action, group },
  actions,
  onClose,
}: {
  action: AskedAction;
  actions: ReturnType<typeof useJoinedGroupActions>;
  onClose: () => void;
}) {
  const common = { group, isBusy: actions.busyGroupId === group._id, onClose };
  return action === 'leave' ? (
    <LeaveGroupDialog {...common} onLeave={() => void actions.leave(group).then(onClose)} />
  ) : (
    <ReduceQuantityDialog
      {...common}
      onTakeLess={(reduced) => void actions.takeLess(group, reduced).then(onClose)}
    />
  );
}

function ListNotSaved({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      drawing="offline"
      title="You're offline"
      action={
        <Button variant="soft" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      This page was not saved on your phone yet. It opens when you are back online.
    </EmptyState>
  );
}

/** @param onSeeFailed shows the failed groups, which the filter "All" leaves out; null: there are none. */
function NoGroupBuysYet({ onSeeFailed }: { onSeeFailed: (() => void) | null }) {
  return (
    <EmptyState
      title="You have no group buys yet."
      action={
        onSeeFailed ? (
          <Button variant="soft" onClick={onSeeFailed}>
            See failed groups
          </Button>
        ) : (
          <ButtonLink variant="soft" to={screenPaths.home}>
            See group deals
          </ButtonLink>
        )
      }
    >
      {onSeeFailed && 'Groups that did not fill are under Failed.'}
    </EmptyState>
  );
}

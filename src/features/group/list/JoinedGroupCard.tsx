import { Link } from 'react-router-dom';
import { formatInteger, formatNaira } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity, formatBaseUnitsOfTotal } from '#contract/rules/product/unit-quantity.ts';
import type { JoinedGroup } from '#contract/schemas/group.ts';
import type { OrderLineSummary } from '#contract/schemas/order.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { GroupInviteButtons } from '../../../ui/control/GroupInviteButtons.tsx';
import { ProgressMeter } from '../../../ui/display/ProgressMeter.tsx';
import { StatusBadge } from '../../../ui/display/StatusBadge.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { LazyImage } from '../../../ui/image/LazyImage.tsx';
import { OrderPickupSection } from '../order/OrderPickupSection.tsx';
import {
  formatGroupDaysLeft,
  formatMemberShareOfGroup,
  getGroupMinimumUnits,
  getGroupPaidNaira,
  listReducibleOrderLines,
} from './group-figures.ts';
import styles from './JoinedGroupCard.module.css';

interface Props {
  group: JoinedGroup;
  /** Current time by the server's clock, milliseconds. */
  serverNowMs: number;
  onLeave: () => void;
  onTakeLess: () => void;
  onBuySolo: () => void;
  onReceipt: (trackingNumber: string) => void;
  onOrderAgain: (lines: readonly OrderLineSummary[]) => void;
  isOrdering: boolean;
  /** True while an action on the group runs. Meanwhile the buttons are disabled. */
  isBusy: boolean;
}

/** Shows one group buy of the member, with its status, the paid amount and the pickup. */
export function JoinedGroupCard(props: Props) {
  const { group, serverNowMs, onLeave, onTakeLess, onBuySolo, onReceipt, onOrderAgain, isOrdering, isBusy } =
    props;
  const { productId: product } = group;
  const timeLeft = formatGroupDaysLeft(group, serverNowMs);
  const share = formatMemberShareOfGroup(group);
  const missing = getGroupMinimumUnits(group) - group.unitsSold;
  const isOver = group.status === 'failed' || group.status === 'refunded';
  return (
    <li className={`card ${styles.card}`}>
      <LazyImage src={product.images[0]} alt="" shape="thumb" sizes="72px" />
      <div className="stack" data-gap="1">
        <Link className={styles.title} to={screenPaths.product(product.slug)}>
          {product.title}
        </Link>
        <div className={`row ${styles.state}`} data-wrap="" data-gap="2">
          <StatusBadge status={group.status} />
          {timeLeft && (
            <span className="tiny muted row" data-gap="1">
              <Icon name="clock" size="sm" />
              <span>{timeLeft}</span>
            </span>
          )}
          {group.kind === 'solo' && <span className="tiny muted">Solo purchase</span>}
        </div>
      </div>
      <div className={styles.full}>
        <ProgressMeter
          percent={group.progressPercentage}
          label={`Group progress of ${product.title}`}
          tone={isOver ? 'failed' : 'brand'}
        />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Units</dt>
          <dd>{formatBaseUnitsOfTotal(group.unitsSold, getGroupMinimumUnits(group), group.baseUnitName)}</dd>
        </div>
        <div>
          <dt>Participants</dt>
          <dd>{formatInteger(group.participantCount)}</dd>
        </div>
        <div>
          <dt>You paid</dt>
          <dd>{formatNaira(getGroupPaidNaira(group))}</dd>
        </div>
        {!isOver && group.refundedAmount > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>{formatNaira(group.refundedAmount)}</dd>
          </div>
        )}
      </dl>
      {share !== null && <p className={`tiny muted ${styles.full}`}>{share}</p>}
      {timeLeft && missing > 0 && (
        <div className={styles.full}>
          <GroupInviteButtons
            title={product.title}
            slug={product.slug}
            groupId={group._id}
            missing={formatBaseUnitQuantity(missing, group.baseUnitName)}
          />
        </div>
      )}
      {group.orders.map((order) => (
        <OrderPickupSection
          key={order.trackingNumber}
          order={order}
          nowMs={serverNowMs}
          onReceipt={() => onReceipt(order.trackingNumber)}
          onOrderAgain={onOrderAgain}
          isOrdering={isOrdering}
        />
      ))}
      {(group.canLeave || group.canSwitchToSolo) && (
        <div className={styles.actions}>
          {group.canSwitchToSolo && (
            <Button variant="soft" small disabled={isBusy} onClick={onBuySolo}>
              Buy solo
            </Button>
          )}
          {group.canLeave && listReducibleOrderLines(group).length > 0 && (
            <Button variant="soft" small disabled={isBusy} onClick={onTakeLess}>
              Take less
            </Button>
          )}
          {group.canLeave && (
            <Button variant="danger" small disabled={isBusy} onClick={onLeave}>
              Leave group
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

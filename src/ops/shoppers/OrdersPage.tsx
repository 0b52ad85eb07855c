import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { OPERATOR_SEARCH_LENGTH_MAX, SLUG_LENGTH_MAX } from '#contract/limits.ts';
import { opsExportOrders, opsListOrders } from '#contract/ops/order-endpoints.ts';
import { opsListPickupCentres } from '#contract/ops/pickup-endpoints.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { OpsOrdersReply, OrderPaymentSource } from '#contract/schemas/ops/orders.ts';
import { Button, ButtonLink } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime, formatNairaWithKobo, getOperatorGroupStatusLabel } from '../display-text.ts';
import { endpointQuery, pagedEndpointQuery } from '../frames/console-queries.ts';
import { DownloadFileButton, fetchWholeExport } from '../frames/DownloadFileButton.tsx';
import { createFilterOptions, FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { OrderLink, ShopperLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

/** The stages of an order line, from first to last. */
const STAGES: readonly GroupStatus[] = [
  'active',
  'successful',
  ...FULFILMENT_STAGES,
  'manual_review',
  'failed',
  'refunded',
];
const WAYS: Readonly<Record<OrderPaymentSource, string>> = {
  wallet: 'Wallet',
  card: 'Card',
  wallet_and_card: 'Wallet and card',
};
const ONLY = { overdue: 'Overdue', unreached: 'Ready, not messaged yet', refunded: 'With a refund' } as const;

const NAMES = ['q', 'status', 'centre', 'product', 'group', 'from', 'to', 'paid', 'only'] as const;
type Filters = ReturnType<typeof useUrlFilters<(typeof NAMES)[number]>>;

/** Lists all orders page by page, newest first; the server filters and searches them. */
export function OrdersPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const filters = useUrlFilters(NAMES, ['q']);
  const query = readAsked(filters.chosen);
  return (
    <ListPage
      title="Orders"
      actions={
        may.includes('order export') && (
          <DownloadFileButton
            label="Export CSV"
            name="orders.csv"
            read={() => fetchWholeExport(opsExportOrders, query)}
          />
        )
      }
      query={useInfiniteQuery(
        pagedEndpointQuery(opsListOrders, query, ({ trackingNumber }) => ({ after: trackingNumber })),
      )}
      empty={
        Object.keys(query).length > 0
          ? 'No orders match. Clear a filter or search for something else.'
          : 'No orders yet. Each paid order will be here.'
      }
      columns={[
        ['Order', ({ trackingNumber }) => <OrderLink trackingNumber={trackingNumber} />],
        ['When', ({ createdAt }) => formatLagosDateTime(createdAt)],
        ['Shopper', ({ userId, shopper }) => <ShopperLink id={userId} name={shopper} may={may} />],
        ['Goods', ({ goods }) => goods.join(', ')],
        ['Status', (order) => <Stages order={order} />],
        ['Centre', ({ centreName }) => centreName],
        ['Paid in', ({ paidInNaira }) => formatNairaWithKobo(paidInNaira), 'figure'],
        ['Paid back', ({ paidBackNaira }) => formatNairaWithKobo(paidBackNaira), 'figure'],
      ]}
    >
      <OrderFilters filters={filters} />
    </ListPage>
  );
}

/** Reads the filters from the address. Values that the list does not know are left out. */
function readAsked({ only, status, paid, ...rest }: Filters['chosen']) {
  const known = {
    ...rest,
    status: STAGES.find((one) => one === status),
    paid: (Object.keys(WAYS) as OrderPaymentSource[]).find((one) => one === paid),
    ...(only !== undefined && Object.hasOwn(ONLY, only) ? { [only]: true } : {}),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as typeof known;
}

/** Shows each stage of an order once, because its lines may be at different stages. */
function Stages({ order: { stages, isOverdue } }: { order: OpsOrdersReply['data'][number] }) {
  return (
    <span className="row" data-gap="1" data-wrap>
      {[...new Set(stages)].map((stage) => (
        <StatusBadge key={stage} status={stage} />
      ))}
      {isOverdue && <LabelBadge tone="deal">Overdue</LabelBadge>}
    </span>
  );
}

function OrderFilters({ filters: { chosen, ask } }: { filters: Filters }) {
  const centres = useQuery(endpointQuery(opsListPickupCentres)).data ?? [];
  const field = (name: (typeof NAMES)[number]) => ({ name, defaultValue: chosen[name] ?? '' });
  return (
    <>
      <FieldValuesForm
        key={JSON.stringify([chosen, centres.length])}
        className={styles.filters}
        aria-label="Filter the orders"
        names={NAMES.filter((name) => name !== 'group')}
        onFields={ask}
      >
        <TextField
          label="Order or shopper"
          {...field('q')}
          type="search"
          maxLength={OPERATOR_SEARCH_LENGTH_MAX}
        />
        <SelectField
          label="Status"
          {...field('status')}
          options={createFilterOptions(
            'All',
            STAGES.map((stage) => [stage, getOperatorGroupStatusLabel(stage)] as const),
          )}
        />
        <SelectField
          label="Centre"
          {...field('centre')}
          options={createFilterOptions(
            'All',
            centres.map(({ code, name }) => [code, name] as const),
          )}
        />
        <SelectField
          label="Only"
          {...field('only')}
          options={createFilterOptions('All orders', Object.entries(ONLY))}
        />
        <Button type="submit" variant="soft">
          Search
        </Button>
        <details
          className={styles.more}
          open={['paid', 'product', 'from', 'to'].some((name) => chosen[name as 'paid'])}
        >
          <summary>Days, product and payment</summary>
          <div className={styles.filters}>
            <SelectField
              label="Paid with"
              {...field('paid')}
              options={createFilterOptions('All', Object.entries(WAYS))}
            />
            <TextField
              label="Product's web name"
              {...field('product')}
              autoCapitalize="none"
              maxLength={SLUG_LENGTH_MAX}
            />
            <TextField label="From day" {...field('from')} type="date" />
            <TextField label="To day" {...field('to')} type="date" />
          </div>
        </details>
      </FieldValuesForm>
      {Object.values(chosen).some(Boolean) && (
        <div>
          <ButtonLink variant="quiet" small to={opsScreenPaths.orders}>
            Clear All Filters
          </ButtonLink>
        </div>
      )}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { OPERATOR_SEARCH_LENGTH_MAX } from '#contract/limits.ts';
import { opsExportShoppers, opsListShoppers } from '#contract/ops/shopper-endpoints.ts';
import type { OpsShoppersBody } from '#contract/schemas/ops/shoppers.ts';
import { Button } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime, formatNairaWithKobo } from '../display-text.ts';
import { pagedEndpointQuery } from '../frames/console-queries.ts';
import { DownloadFileButton, fetchWholeExport } from '../frames/DownloadFileButton.tsx';
import { FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { PhoneLinks, ShopperLink } from '../frames/RecordPage.tsx';
import type { OpsScreenProps } from '../screens.ts';

type Only = NonNullable<OpsShoppersBody['only']>;

const ONLY: readonly { value: Only | ''; label: string }[] = [
  { value: '', label: 'All shoppers' },
  { value: 'buyers', label: 'With an order' },
  { value: 'newcomers', label: 'Without an order' },
  { value: 'locked', label: 'Locked' },
];

/** Lists all shoppers page by page, newest first; the server filters and searches them. */
export function ShoppersPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, ask } = useUrlFilters(['q', 'only'], ['q']);
  const only = ONLY.find(({ value }) => value !== '' && value === chosen.only)?.value || undefined;
  const query = { ...(chosen.q ? { q: chosen.q } : {}), ...(only ? { only } : {}) };
  return (
    <ListPage
      title="Shoppers"
      actions={
        may.includes('user list-export') && (
          <DownloadFileButton
            label="Export CSV"
            name="shoppers.csv"
            read={() => fetchWholeExport(opsExportShoppers, query)}
          />
        )
      }
      query={useInfiniteQuery(pagedEndpointQuery(opsListShoppers, query, ({ id }) => ({ after: id })))}
      empty={
        Object.keys(query).length > 0
          ? 'No shoppers match. Search for another name, phone or e-mail.'
          : 'No shoppers yet. Everybody who signs up will be here.'
      }
      columns={[
        [
          'Name',
          ({ id, name, locked }) => (
            <>
              <ShopperLink {...{ id, name, may }} /> {locked && <LabelBadge tone="danger">Locked</LabelBadge>}
            </>
          ),
        ],
        ['Phone', ({ phone }) => <PhoneLinks phone={phone} />],
        ['E-mail', ({ email }) => email],
        ['Joined', ({ createdAt }) => formatLagosDateTime(createdAt)],
        ['Orders', ({ orders }) => orders, 'figure'],
        ['Last order', ({ lastOrderAt }) => lastOrderAt && formatLagosDateTime(lastOrderAt)],
        ['Paid in', ({ paidInNaira }) => formatNairaWithKobo(paidInNaira), 'figure'],
        ['Paid back', ({ paidBackNaira }) => formatNairaWithKobo(paidBackNaira), 'figure'],
      ]}
    >
      <FieldValuesForm
        key={JSON.stringify(chosen)}
        className={styles.filters}
        aria-label="Filter the shoppers"
        names={['q', 'only']}
        onFields={ask}
      >
        <TextField
          label="Name, phone or e-mail"
          name="q"
          type="search"
          defaultValue={chosen.q ?? ''}
          maxLength={OPERATOR_SEARCH_LENGTH_MAX}
        />
        <SelectField label="Only" name="only" defaultValue={only ?? ''} options={ONLY} />
        <Button type="submit" variant="soft">
          Search
        </Button>
      </FieldValuesForm>
    </ListPage>
  );
}

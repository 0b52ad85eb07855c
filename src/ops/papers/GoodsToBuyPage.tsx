import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsListGoodsToBuy, opsListPickupCentres } from '#contract/ops/pickup-endpoints.ts';
import { formatInteger } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { formatLagosDate } from '#contract/rules/time/lagos-date.ts';
import type { OpsGoodsToBuy } from '#contract/schemas/ops/papers.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { copyTextToClipboard } from '../../lib/browser/share.ts';
import { Button, ButtonLink } from '../../ui/control/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useCopiedState } from '../../ui/message/use-copied.ts';
import { ManualCopyDialog } from '../../ui/overlay/ManualCopyDialog.tsx';
import { formatNairaWithKobo } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { DownloadFileButton } from '../frames/DownloadFileButton.tsx';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { createFilterOptions } from '../frames/fields.tsx';
import frames from '../frames/frames.module.css';
import { ConsolePage, DataTable, useUrlFilters } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { PickupScreenLinks } from '../pickup/PickupScreenLayout.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { groupRowsByKey } from './group-rows.ts';
import styles from './Papers.module.css';
import { formatSupplierOrderText, sumKnownCosts } from './supplier-order.ts';

/**
 * Lists what to buy for the whole shop or one centre, by supplier. The list can be printed, saved, and sent to the
 * supplier.
 */
export function GoodsToBuyPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, ask } = useUrlFilters(['centre']);
  const query = chosen.centre ? { centre: chosen.centre } : {};
  const centres = useQuery(endpointQuery(opsListPickupCentres)).data ?? [];
  return (
    <ConsolePage
      title="What to buy"
      about="Goods of full groups that nobody has begun to buy. A centre's plan moves them on once they are bought."
      actions={
        <div className={`row ${frames.onScreen}`} data-gap="2" data-wrap>
          <DownloadFileButton
            label="Save as CSV"
            name="to-buy.csv"
            read={async () =>
              (await sendApiRequest(opsListGoodsToBuy, { query: { ...query, csv: true } })).data.csv ?? ''
            }
          />
          <Button variant="line" small onClick={() => print()}>
            Print
          </Button>
        </div>
      }
    >
      <PickupScreenLinks to={opsScreenPaths.pickupBuy} may={may} />
      <div className={`${frames.onScreen} ${styles.narrow}`}>
        <SelectField
          label="Centre"
          value={chosen.centre ?? ''}
          options={createFilterOptions(
            'All centres',
            centres.map(({ code, name }) => [code, name] as const),
          )}
          onChange={({ target }) => ask({ centre: target.value || undefined })}
        />
      </div>
      <QueryStateView query={useQuery(endpointQuery(opsListGoodsToBuy, { query }))}>
        {({ goods }) =>
          goods.length === 0 ? (
            <EmptyListMessage
              action={
                may.includes('group list') && (
                  <ButtonLink variant="soft" small to={opsScreenPaths.groups}>
                    See the Groups
                  </ButtonLink>
                )
              }
            >
              Nothing to buy. Goods will be here once their group is full.
            </EmptyListMessage>
          ) : (
            <>
              <p className="strong">{costWords(goods)}</p>
              {groupRowsByKey(goods, ({ supplier }) => supplier).map(([supplier, rows]) => (
                <Supplier key={supplier} supplier={supplier} goods={rows} />
              ))}
            </>
          )
        }
      </QueryStateView>
    </ConsolePage>
  );
}

/** Formats the total cost, and for how many goods the cost is unknown, because the total is then too low. */
function costWords(goods: readonly OpsGoodsToBuy[]): string {
  const { naira, unpriced: unknown } = sumKnownCosts(goods);
  const rest = unknown > 0 ? `, and ${formatCountWithNoun(unknown, 'line')} without a cost` : '';
  return `Cost: ${formatNairaWithKobo(naira)}${rest}`;
}

function Supplier({ supplier, goods }: { supplier: string; goods: readonly OpsGoodsToBuy[] }) {
  const title = supplier || 'No supplier yet';
  return (
    <section className={`${styles.supplier} stack`} data-gap="3">
      <h2>{title}</h2>
      <DataTable
        label={title}
        rows={goods}
        empty=""
        columns={[
          ['Product', ({ product }) => product],
          ['Unit', ({ unit }) => unit ?? 'each'],
          ['Quantity', ({ quantity }) => formatInteger(quantity), 'figure'],
          ['In all', ({ baseUnits, baseUnit }) => formatBaseUnitQuantity(baseUnits, baseUnit), 'figure'],
          ['Orders', ({ orders }) => formatInteger(orders), 'figure'],
          [
            'Cost',
            ({ costNaira }) => (costNaira === null ? 'not known' : formatNairaWithKobo(costNaira)),
            'figure',
          ],
          ['Expected by', ({ expectedBy }) => formatLagosDate(expectedBy)],
        ]}
      />
      <p>{costWords(goods)}</p>
      <CopyPurchaseText text={formatSupplierOrderText(goods)} />
    </section>
  );
}

/** Copies the order to a supplier as text, to be pasted into WhatsApp. */
function CopyPurchaseText({ text }: { text: string }) {
  const { isCopied, markCopied } = useCopiedState();
  const [isShown, setShown] = useState(false);
  return (
    <div className={frames.onScreen}>
      <Button
        variant="soft"
        small
        onClick={async () => ((await copyTextToClipboard(text)) ? markCopied() : setShown(true))}
      >
        {isCopied ? 'Copied!' : 'Copy for WhatsApp'}
      </Button>
      {isShown && <ManualCopyDialog text={text} onClose={() => setShown(false)} />}
    </div>
  );
}

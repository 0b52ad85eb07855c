import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsListGoodsToPack } from '#contract/ops/pickup-endpoints.ts';
import { FULFILMENT_STAGES, getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { formatInteger } from '#contract/rules/money/money.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import type { OpsGoodsToPackQuery, OpsOrderLineToPack } from '#contract/schemas/ops/papers.ts';
import { Button, ButtonLink } from '../../ui/control/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { createFilterOptions } from '../frames/fields.tsx';
import frames from '../frames/frames.module.css';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { formatOrderLineGoods } from '../pickup/counter-orders.ts';
import pickup from '../pickup/Pickup.module.css';
import { PickupScreenLayout } from '../pickup/PickupScreenLayout.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { groupRowsByKey } from './group-rows.ts';
import { LABEL_PAPER_OPTIONS, type LabelPaperType, LabelSheet } from './Labels.tsx';

/** Shows what to pack for a centre, by shopper or by product, and prints the labels of its orders. */
export function GoodsToPackPage({ may }: Pick<OpsScreenProps, 'may'>) {
  return (
    <PickupScreenLayout title="Packing" to={opsScreenPaths.pickupPack} may={may}>
      {({ code, name }) => <Packing key={code} centre={code} name={name} />}
    </PickupScreenLayout>
  );
}

type Stage = NonNullable<OpsGoodsToPackQuery['stage']>;
type View = 'shopper' | 'product' | LabelPaperType;

const STAGES = FULFILMENT_STAGES.slice(0, 3).map((value) => ({ value, label: getGroupStatusLabel(value) }));
const VIEWS = [
  { value: 'shopper', label: 'List by shopper' },
  { value: 'product', label: 'List by product' },
  ...LABEL_PAPER_OPTIONS,
];

function Packing({ centre, name }: { centre: string; name: string }) {
  const [stage, setStage] = useState<Stage>('processing');
  const [product, setProduct] = useState('');
  const [view, setView] = useState<View>('shopper');
  const lines = useQuery(endpointQuery(opsListGoodsToPack, { params: { centre }, query: { stage } }));
  const titles = new Map(lines.data?.map((line) => [line.slug, line.product]));
  return (
    <>
      <div className={`${frames.onScreen} ${frames.filters}`}>
        <SelectField
          label="Goods that are"
          value={stage}
          options={STAGES}
          onChange={({ target }) => setStage(target.value as Stage)}
        />
        <SelectField
          label="Product"
          value={titles.has(product) ? product : ''}
          options={createFilterOptions('All products', titles)}
          onChange={({ target }) => setProduct(target.value)}
        />
        <SelectField
          label="Show"
          value={view}
          options={VIEWS}
          onChange={({ target }) => setView(target.value as View)}
        />
        <Button variant="soft" onClick={() => print()}>
          Print
        </Button>
      </div>
      <QueryStateView query={lines}>
        {(all) => {
          const shown = all.filter(({ slug }) => !titles.has(product) || slug === product);
          if (shown.length === 0)
            return (
              <EmptyListMessage
                action={
                  <ButtonLink variant="soft" small to={opsScreenPaths.pickupPlan}>
                    Open the Plan
                  </ButtonLink>
                }
              >
                Nothing to pack at this stage. Choose another stage, or move goods on in the plan.
              </EmptyListMessage>
            );
          if (view === 'a4' || view === 'roll')
            return (
              <LabelSheet
                paper={view}
                labels={groupRowsByKey(shown, ({ trackingNumber }) => trackingNumber).map(([, lines]) => ({
                  ...(lines[0] as OpsOrderLineToPack),
                  centreName: name,
                  goods: lines.map(formatOrderLineGoods),
                }))}
              />
            );
          return <PackingList name={name} lines={shown} by={view} />;
        }}
      </QueryStateView>
    </>
  );
}

interface ListProps {
  name: string;
  lines: readonly OpsOrderLineToPack[];
  by: 'shopper' | 'product';
}

/** Lists each order with its goods, or each product with its orders, with a box to tick for each line. */
function PackingList({ name, lines, by }: ListProps) {
  const isByShopper = by === 'shopper';
  const groups = groupRowsByKey(lines, (line) =>
    isByShopper ? line.trackingNumber : `${line.slug} ${line.product} ${line.unit ?? ''}`,
  );
  return (
    <section className="stack" data-gap="4">
      <h2>{name}</h2>
      <p className="muted">{`${formatCountWithNoun(groups.length, isByShopper ? 'order' : 'product')}, ${formatCountWithNoun(lines.length, 'line')}`}</p>
      <ul className={pickup.printed}>
        {groups.map(([key, group]) => {
          const [first] = group as [OpsOrderLineToPack];
          return (
            <li key={key}>
              <p>
                <span className="strong" translate={isByShopper ? 'no' : undefined}>
                  {isByShopper
                    ? first.name
                    : formatOrderLineGoods({ ...first, quantity: sumOf(group, 'quantity') })}
                </span>{' '}
                <span className="muted small">
                  {isByShopper
                    ? first.trackingNumber
                    : `${formatBaseUnitQuantity(sumOf(group, 'baseUnits'), first.baseUnit)} in all`}
                </span>
              </p>
              <ul className={pickup.ticks}>
                {group.map((line) => (
                  <li key={`${line.trackingNumber} ${line.line}`} data-owed>
                    <span translate={isByShopper ? undefined : 'no'}>
                      {isByShopper
                        ? formatOrderLineGoods(line)
                        : `${formatInteger(line.quantity)} x ${line.name}, ${line.trackingNumber}`}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const sumOf = (lines: readonly OpsOrderLineToPack[], field: 'quantity' | 'baseUnits'): number =>
  lines.reduce((sum, line) => sum + line[field], 0);

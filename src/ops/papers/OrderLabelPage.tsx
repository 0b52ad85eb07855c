import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsGetOrder } from '#contract/ops/console-endpoints.ts';
import { Button } from '../../ui/control/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import frames from '../frames/frames.module.css';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { OrderLink } from '../frames/RecordPage.tsx';
import { formatOrderLineGoods } from '../pickup/counter-orders.ts';
import type { OpsScreenProps } from '../screens.ts';
import { LABEL_PAPER_OPTIONS, type LabelPaperType, LabelSheet } from './Labels.tsx';

/** Prints the label of one order, with the goods that are neither handed out nor paid back. */
export function OrderLabelPage({ id: trackingNumber }: OpsScreenProps) {
  const [paper, setPaper] = useState<LabelPaperType>('roll');
  const order = useQuery(endpointQuery(opsGetOrder, { params: { trackingNumber } }));
  return (
    <div className="stack" data-gap="5">
      <h1 className={frames.onScreen}>Label</h1>
      <div className={`${frames.onScreen} ${frames.filters}`}>
        <SelectField
          label="Paper"
          value={paper}
          options={[...LABEL_PAPER_OPTIONS]}
          onChange={({ target }) => setPaper(target.value as LabelPaperType)}
        />
        <Button variant="soft" onClick={() => print()}>
          Print
        </Button>
      </div>
      <p className={frames.onScreen}>
        <OrderLink trackingNumber={trackingNumber} />
      </p>
      <QueryStateView query={order}>
        {({ shopper, centreName, lines }) => (
          <LabelSheet
            paper={paper}
            labels={[
              {
                ...{ trackingNumber, name: shopper, centreName },
                goods: lines
                  .filter(({ state }) => state !== 'collected' && state !== 'paid_back')
                  .map((line) => formatOrderLineGoods(line)),
              },
            ]}
          />
        )}
      </QueryStateView>
    </div>
  );
}

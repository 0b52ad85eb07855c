import { useState } from 'react';
import { formatNaira } from '#contract/rules/money/money.ts';
import { calculateQuantityReductionRefund } from '#contract/rules/money/quantity-reduction.ts';
import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import type { JoinedGroup, ReduceOrderLineQuantityBody } from '#contract/schemas/group.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { QuantityStepper } from '../../../ui/control/QuantityStepper.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { listReducibleOrderLines } from './group-figures.ts';

interface Props {
  group: JoinedGroup;
  isBusy: boolean;
  onTakeLess: (reduced: ReduceOrderLineQuantityBody) => void;
  onClose: () => void;
}

/** Asks how many units of an order line the member still wants, and shows the refund. */
export function ReduceQuantityDialog({ group, isBusy, onTakeLess, onClose }: Props) {
  const lines = listReducibleOrderLines(group);
  const [place, setPlace] = useState(0);
  const [wanted, setWanted] = useState(Number.MAX_SAFE_INTEGER);
  const line = lines[place];
  // The group became full or closed while the dialog was open, so the quantity cannot change any more.
  if (!line) return null;
  const { trackingNumber, lineNumber, quantity, paid, baseUnitQuantity } = line;
  const keptQuantity = Math.min(wanted, quantity - 1);
  const back = calculateQuantityReductionRefund(paid, quantity, keptQuantity);
  const units = group.userUnits - (quantity - keptQuantity) * baseUnitQuantity;
  return (
    <Dialog title="Take less?" onClose={onClose}>
      <p>{`You stay in the group for ${group.productId.title} with a smaller order.`}</p>
      {lines.length > 1 && (
        <SelectField
          label="Which part of your order"
          options={lines.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(place)}
          onChange={(event) => {
            setPlace(Number(event.target.value));
            setWanted(Number.MAX_SAFE_INTEGER);
          }}
        />
      )}
      <div className="row" data-justify="between" data-wrap="">
        <span className="small strong">{`You keep, of ${line.label}`}</span>
        <QuantityStepper label="Quantity" value={keptQuantity} max={quantity - 1} onChange={setWanted} />
      </div>
      <p aria-live="polite">
        {`${formatNaira(back)} goes back to your wallet. Your order then counts ${formatBaseUnitQuantity(units, group.baseUnitName)} in the group.`}
      </p>
      <Button wide variant="line" data-autofocus="" onClick={onClose}>
        Keep all
      </Button>
      <Button
        wide
        disabled={back === 0}
        onClick={() => onTakeLess({ trackingNumber, lineNumber, quantity: keptQuantity })}
        busyLabel={isBusy && 'Taking less...'}
      >
        Take less
      </Button>
    </Dialog>
  );
}

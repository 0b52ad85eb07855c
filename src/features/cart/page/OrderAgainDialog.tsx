import { formatNaira } from '#contract/rules/money/money.ts';
import { cartTexts } from '#contract/texts.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/control/Button.tsx';
import { IconDisc } from '../../../ui/icon/IconDisc.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { OrderAgainResult } from '../data/use-order-again.ts';

interface Props {
  results: readonly OrderAgainResult[];
  onClose: () => void;
}

/** Shows which lines of an earlier order were put into the cart at which price, and why others were not. */
export function OrderAgainDialog({ results, onClose }: Props) {
  const isWaiting = results.some(({ outcome }) => outcome === 'waiting');
  const isAdded = isWaiting || results.some(({ outcome }) => outcome === 'added' || outcome === 'sent');
  return (
    <Dialog
      title={isAdded ? getAddedTitle(isWaiting) : 'Nothing could be added to your cart'}
      figure={
        <IconDisc
          icon={isWaiting ? 'wifi-off' : isAdded ? 'check' : 'alert'}
          tone={isAdded && !isWaiting ? 'success' : 'maize'}
          size="xl"
        />
      }
      onClose={onClose}
    >
      <ul className="stack" data-gap="2">
        {results.map((result, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change order
          <li key={index} className="small">
            <p className="strong">{formatLine(result)}</p>
            <p className="muted">{formatOutcome(result)}</p>
          </li>
        ))}
      </ul>
      {isAdded && (
        <ButtonLink wide to={screenPaths.cart} replace data-autofocus="">
          Go to Cart
        </ButtonLink>
      )}
    </Dialog>
  );
}

const getAddedTitle = (isWaiting: boolean): string =>
  isWaiting ? "Will be added when you're back online" : cartTexts.added;

const formatLine = ({ line: { quantity, title, unit } }: OrderAgainResult): string =>
  [`${quantity} × ${title}`, unit].filter(Boolean).join(' · ');

function formatOutcome({ line, outcome, priceNaira, message }: OrderAgainResult): string {
  switch (outcome) {
    case 'added':
      return formatPrice(line.paid / (line.orderedQuantity ?? line.quantity), priceNaira ?? 0, 'today');
    case 'waiting':
    case 'sent':
      return formatPrice(
        line.paid / (line.orderedQuantity ?? line.quantity),
        priceNaira ?? 0,
        'when this phone last saw it',
      );
    case 'gone':
      return 'We no longer sell this.';
    case 'unit_gone':
      return 'We no longer sell this size.';
    case 'unknown':
      return 'This product is not saved on your phone. Order it when you are back online.';
    case 'refused':
      return message ?? '';
  }
}

function formatPrice(paidNaira: number, priceNaira: number, when: string): string {
  const price = `${formatNaira(priceNaira)} each ${when}`;
  return paidNaira === priceNaira ? price : `${price}, you paid ${formatNaira(paidNaira)}`;
}

import type { OpsDashboardReply, ShopSetupStep } from '#contract/schemas/ops/dashboard.ts';
import { ConsolePageLink, TitledTextList } from '../frames/RecordPage.tsx';
import { getAllowedScreenPath, type OpsScreenName } from '../screens.ts';

/** Maps each step to the screen at which it is done; the test order is made in the shop itself. */
const STEPS: Readonly<Record<ShopSetupStep, readonly [words: string, screen: OpsScreenName | null]>> = {
  owner: ['Have an owner', 'operators'],
  centre: ['Add a pickup centre', 'pickupCentres'],
  product: ['Add a product', 'newProduct'],
  picture: ['Give a product a picture', 'products'],
  on_sale: ['Put a product on sale', 'products'],
  test_order: ['Place a test order', null],
  provider_key: ["See the card provider accept the shop's key: pay by card once", 'work'],
};

interface Props {
  steps: OpsDashboardReply['data']['setup'];
  may: readonly string[];
}

/** Lists what a new shop needs before it takes orders, until every step is done. */
export function SetupChecklist({ steps, may }: Props) {
  if (steps.length === 0) return null;
  return (
    <TitledTextList title="Open your shop" rows={steps} empty="">
      {({ step, isDone }) => [
        <Step key={step} step={step} isDone={isDone} may={may} />,
        isDone ? 'Done' : 'To do',
      ]}
    </TitledTextList>
  );
}

function Step({ step, isDone, may }: Props['steps'][number] & Pick<Props, 'may'>) {
  const [label, screen] = STEPS[step];
  if (!isDone && !screen)
    return (
      <a className="link" href="/">
        {label}
      </a>
    );
  return (
    <ConsolePageLink to={!isDone && screen !== null && getAllowedScreenPath(screen, may)}>
      {label}
    </ConsolePageLink>
  );
}

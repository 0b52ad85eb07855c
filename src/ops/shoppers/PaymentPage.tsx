import { useQueryClient } from '@tanstack/react-query';
import { opsGetPayment, opsVerifyPaymentWithProvider } from '#contract/ops/console-endpoints.ts';
import { opsRefundCardPayment, opsRetryPaymentSettlement } from '#contract/ops/money-endpoints.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { parseNaira } from '#contract/rules/text/number-input.ts';
import type { OpsPaymentReply } from '#contract/schemas/ops/console.ts';
import type { OpsCardRefundReply } from '#contract/schemas/ops/money.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import {
  formatLagosDateTime,
  formatNairaWithKobo,
  formatPaymentResult,
  formatTimeAndOperator,
} from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery, refetchEndpoints } from '../frames/console-queries.ts';
import { NairaAmountField } from '../frames/fields.tsx';
import {
  ConsolePageLink,
  OrderLink,
  RecordPage,
  ShopperLink,
  TitledTextList,
} from '../frames/RecordPage.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { useOperatorAction } from '../frames/use-action.ts';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

/** Shows a payment's history of events, with a button that asks the provider for its state. */
export function PaymentPage({ id: reference, may }: OpsScreenProps) {
  return (
    <RecordPage
      title="Payment"
      reads={endpointQuery(opsGetPayment, { params: { reference } })}
      auditTarget={`payment:${reference}`}
      facts={(known) => [
        [
          'Reference',
          <span key="reference" translate="no">
            {known.reference}
          </span>,
        ],
        ['Result', formatPaymentResult(known)],
        ['From the wallet', known.walletNaira > 0 ? formatNairaWithKobo(known.walletNaira) : null],
        ['By card', known.cardNaira > 0 ? formatNairaWithKobo(known.cardNaira) : null],
        ["Provider's transaction ID", known.providerTxId],
        ['Failure', known.failure],
        [
          'Reconciliation',
          known.reconItems.all > 0 ? <ReconciliationLink key="recon" payment={known} may={may} /> : null,
        ],
        ['Shopper', <ShopperLink key="shopper" id={known.userId} name="Shopper's page" />],
      ]}
    >
      {({ events, lines, cardNaira }) => (
        <>
          {may.includes('payment verify') && <AskProvider reference={reference} />}
          <TitledTextList
            title="History"
            rows={events}
            empty="Nothing has happened yet. Each step of the payment will be here."
          >
            {({ at, what, details, by }) => [
              details && what === 'Order made' ? (
                <>
                  <span>{`${what}: `}</span>
                  <OrderLink trackingNumber={details} />
                </>
              ) : (
                [what, details].filter(Boolean).join(': ')
              ),
              formatTimeAndOperator(at, by),
            ]}
          </TitledTextList>
          <TitledTextList
            title="Items"
            rows={lines}
            empty="No items are recorded. The shopper's page has their orders."
          >
            {({ line, product, quantity, unit, totalNaira }) => [
              `${line}. ${quantity} x ${product}${unit ? ` (${unit})` : ''}`,
              formatNairaWithKobo(totalNaira),
            ]}
          </TitledTextList>
          {may.includes('refund card') && cardNaira > 0 && <CardRefundForm reference={reference} />}
          {may.includes('payment resettle') && (
            <ActionForm
              title="Settle again"
              label="Settle Again"
              busyLabel="Settling..."
              to={opsRetryPaymentSettlement}
              params={{ reference }}
              asksReason={false}
              done="Settled. The history above shows the result."
            >
              <p className="muted">Safe to repeat: an order is made only once.</p>
            </ActionForm>
          )}
        </>
      )}
    </RecordPage>
  );
}

interface ReconciliationLinkProps {
  payment: Pick<OpsPaymentReply['data'], 'reference' | 'reconItems'>;
  may: readonly string[];
}

/** Shows how many reconciliation items are about the payment and how many are open, with a link to them. */
function ReconciliationLink({ payment: { reference, reconItems }, may }: ReconciliationLinkProps) {
  const { all, open } = reconItems;
  const items = `${opsScreenPaths.recon}?${new URLSearchParams({ payment: reference })}`;
  return (
    <ConsolePageLink to={may.includes('recon list') && items}>
      {`${formatCountWithNoun(all, 'item')}, ${open === 0 ? 'resolved' : `${open} open`}`}
    </ConsolePageLink>
  );
}

function AskProvider({ reference }: { reference: string }) {
  const queryClient = useQueryClient();
  const verify = useOperatorAction({
    perform: (idempotencyKey: string) =>
      sendApiRequest(opsVerifyPaymentWithProvider, { params: { reference }, idempotencyKey }),
    onDone: () => refetchEndpoints(queryClient),
  });
  return (
    <div className="stack" data-gap="2">
      <div>
        <Button
          variant="soft"
          onClick={() => verify.mutate(createRandomUuid())}
          busyLabel={verify.isPending && 'Asking the provider...'}
        >
          Ask the Provider Again
        </Button>
      </div>
      {verify.underWay && <MessageBox kind="info">{verify.underWay}</MessageBox>}
      <RequestFailureMessage error={verify.error} fallback="The provider could not be asked." />
      {verify.data && !verify.isPending && <Seen {...verify.data.data} />}
    </div>
  );
}

const SEEN: Readonly<Record<string, string>> = {
  successful: 'The provider says it is paid.',
  pending: 'The provider says it is not paid yet.',
  failed: 'The provider says the payment failed.',
  nothing: 'The provider has no payment with this reference.',
};

/** Shows what the provider last reported, or since when it has not answered. */
function Seen({ seen, silentSince }: { seen?: unknown; silentSince?: unknown }) {
  const label = SEEN[String(seen)];
  if (label) return <MessageBox kind="success">{label}</MessageBox>;
  const since = typeof silentSince === 'string' ? ` (since ${formatLagosDateTime(silentSince)})` : '';
  return (
    <MessageBox kind="warning">
      {`The provider is not answering${since}. The shop keeps asking automatically; nothing is lost.`}
    </MessageBox>
  );
}

/** Sends refunds of this payment, as far as they are still in the wallet, to its card. */
export function CardRefundForm({ reference }: { reference: string }) {
  return (
    <ActionForm
      title="Refund to the card"
      label="Refund to Card"
      variant="danger"
      busyLabel="Refunding..."
      to={opsRefundCardPayment}
      params={{ reference }}
      reads={{ amount: parseNaira, reason: String }}
      figures
      done={getCardRefundMessage}
    >
      <NairaAmountField emptyMeans="Leave empty to refund everything from this payment that is still in the wallet." />
    </ActionForm>
  );
}

/**
 * Describes the result of refunds to cards, or says that the provider has not reported it yet; null: there is no card
 * refund.
 */
export function getCardRefundMessage({ data }: OpsCardRefundReply) {
  if (!Array.isArray(data)) return null;
  const sumOf = (...statuses: string[]) =>
    data.reduce((sum, { status, amount }) => sum + (statuses.includes(status) ? amount : 0), 0);
  const [done, open, failed] = [sumOf('done'), sumOf('asked', 'sent'), sumOf('failed')];
  const reasons = data.map(({ failure }) => failure).filter(Boolean);
  const parts = [
    done > 0 && `${formatNairaWithKobo(done)} has been refunded.`,
    open > 0 && `${formatNairaWithKobo(open)} is on its way: the provider has not confirmed it yet.`,
    failed > 0 &&
      `${formatNairaWithKobo(failed)} could not be sent (${reasons.join(', ') || 'no reason given'}). It is back in the wallet.`,
    done + open + failed === 0 && 'There was nothing left to refund.',
  ];
  const kind = failed > 0 ? ('error' as const) : open > 0 ? ('info' as const) : ('success' as const);
  return { kind, text: parts.filter(Boolean).join(' ') };
}

import { useQueryClient } from '@tanstack/react-query';
import { opsPayment, opsVerifyPayment } from '#contract/ops-endpoints.ts';
import { opsRefundCard, opsResettlePayment } from '#contract/ops-money-endpoints.ts';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsCardRefundReply } from '#contract/schemas/ops-money.ts';
import { send } from '../lib/api-send.ts';
import { errorMessage } from '../lib/error-message.ts';
import { randomUuid } from '../lib/random-uuid.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { lagosTime, moneyText, paymentText, timeText } from './display-text.ts';
import { ActionForm } from './frames/ActionForm.tsx';
import { AmountField } from './frames/fields.tsx';
import { Lines, OrderLink, PageLink, RecordPage } from './frames/RecordPage.tsx';
import { endpointQuery, refetchAll } from './frames/read.ts';
import { useAction } from './frames/use-action.ts';
import { pageOf, type ScreenProps } from './screens.ts';

/** Shows a payment's history of events, with a button that asks the provider for its state. */
export function PaymentPage({ id: reference, may }: ScreenProps) {
  return (
    <RecordPage
      title="Payment"
      reads={endpointQuery(opsPayment, { params: { reference } })}
      facts={(known) => [
        [
          'Reference',
          <span key="reference" translate="no">
            {known.reference}
          </span>,
        ],
        ['Result', paymentText(known)],
        ['From the wallet', known.walletNaira > 0 ? moneyText(known.walletNaira) : null],
        ['By card', known.cardNaira > 0 ? moneyText(known.cardNaira) : null],
        ["Provider's transaction ID", known.providerTxId],
        ['Failure', known.failure],
        [
          'Shopper',
          <PageLink key="shopper" to={pageOf('shopper', known.userId)}>
            Shopper's page
          </PageLink>,
        ],
      ]}
    >
      {({ events, lines, cardNaira }) => (
        <>
          {may.includes('payment verify') && <AskProvider reference={reference} />}
          <Lines title="History" rows={events} empty="Nothing has happened yet.">
            {({ at, what, details, by }) => [
              details && what === 'Order made' ? (
                <>
                  <span>{`${what}: `}</span>
                  <OrderLink trackingNumber={details} />
                </>
              ) : (
                [what, details].filter(Boolean).join(': ')
              ),
              timeText(at, by),
            ]}
          </Lines>
          <Lines title="Items" rows={lines} empty="None.">
            {({ line, product, quantity, unit, totalNaira }) => [
              `${line}. ${quantity} x ${product}${unit ? ` (${unit})` : ''}`,
              moneyText(totalNaira),
            ]}
          </Lines>
          {may.includes('refund card') && cardNaira > 0 && <RefundCardForm reference={reference} />}
          {may.includes('payment resettle') && (
            <ActionForm
              title="Settle again"
              label="Settle Again"
              busyLabel="Settling..."
              to={opsResettlePayment}
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

function AskProvider({ reference }: { reference: string }) {
  const queryClient = useQueryClient();
  const verify = useAction({
    act: (idempotencyKey: string) => send(opsVerifyPayment, { params: { reference }, idempotencyKey }),
    onDone: () => refetchAll(queryClient),
  });
  return (
    <div className="stack" data-gap="2">
      <div>
        <Button
          variant="soft"
          onClick={() => verify.mutate(randomUuid())}
          busyLabel={verify.isPending && 'Asking the provider...'}
        >
          Ask the Provider Again
        </Button>
      </div>
      {verify.underWay && <Note kind="info">{verify.underWay}</Note>}
      {verify.error && (
        <Note kind="error">{errorMessage(verify.error, 'The provider could not be asked.')}</Note>
      )}
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

/** Shows the provider's last report, or since when the provider has not answered. */
function Seen({ seen, silentSince }: { seen?: unknown; silentSince?: unknown }) {
  const words = SEEN[String(seen)];
  if (words) return <Note kind="success">{words}</Note>;
  const since = typeof silentSince === 'string' ? ` (since ${lagosTime(silentSince)})` : '';
  return (
    <Note kind="warning">
      {`The provider is not answering${since}. The shop keeps asking automatically; nothing is lost.`}
    </Note>
  );
}

/** Sends money of this payment that was refunded to the wallet, and is still there, to its card. */
export function RefundCardForm({ reference }: { reference: string }) {
  return (
    <ActionForm
      title="Refund to the card"
      label="Refund to Card"
      busyLabel="Refunding..."
      to={opsRefundCard}
      params={{ reference }}
      reads={{ amount: readNaira, reason: String }}
      figures
      done={cardOutcomeOf}
    >
      <AmountField emptyMeans="Leave empty to refund everything from this payment that is still in the wallet." />
    </ActionForm>
  );
}

/** Describes the result of refunds to cards, or that the provider has not reported it yet; null: no card refund. */
export function cardOutcomeOf({ data }: OpsCardRefundReply) {
  if (!Array.isArray(data)) return null;
  const sumOf = (...statuses: string[]) =>
    data.reduce((sum, { status, amount }) => sum + (statuses.includes(status) ? amount : 0), 0);
  const [done, open, failed] = [sumOf('done'), sumOf('asked', 'sent'), sumOf('failed')];
  const reasons = data.map(({ failure }) => failure).filter(Boolean);
  const words = [
    done > 0 && `${moneyText(done)} has been refunded.`,
    open > 0 && `${moneyText(open)} is on its way: the provider has not confirmed it yet.`,
    failed > 0 &&
      `${moneyText(failed)} could not be sent (${reasons.join(', ') || 'no reason given'}). It is back in the wallet.`,
    done + open + failed === 0 && 'There was nothing left to refund.',
  ];
  const kind = failed > 0 ? ('error' as const) : open > 0 ? ('info' as const) : ('success' as const);
  return { kind, words: words.filter(Boolean).join(' ') };
}

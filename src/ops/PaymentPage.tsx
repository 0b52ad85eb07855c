import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { opsVerifyPayment } from '#contract/ops-endpoints.ts';
import { send } from '../lib/api-send.ts';
import { errorMessage } from '../lib/error-message.ts';
import { newKey } from '../lib/new-key.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { OrderLink } from './CodeLinks.tsx';
import { paymentQuery } from './console-queries.ts';
import { Facts } from './Facts.tsx';
import { Lines } from './Lines.tsx';
import { Loaded } from './Loaded.tsx';
import { RefundCardForm } from './money/RefundCardForm.tsx';
import { ResettleForm } from './money/ResettleForm.tsx';
import { pageOf } from './screens.ts';
import { useAct } from './use-act.ts';
import { lagosTime, moneyText, paymentWords } from './words.ts';

/** A payment's whole life as a line of events, and the question to the provider. */
export function PaymentPage({ reference, may }: { reference: string; may: readonly string[] }) {
  const queryClient = useQueryClient();
  const payment = useQuery(paymentQuery(reference));
  const verify = useAct({
    act: (idempotencyKey: string) => send(opsVerifyPayment, { params: { reference }, idempotencyKey }),
    onDone: () => queryClient.invalidateQueries({ queryKey: paymentQuery(reference).queryKey }),
  });
  return (
    <Loaded query={payment} title="Payment">
      {(known) => (
        <div className="stack" data-gap="6">
          <h1>Payment</h1>
          <Facts
            facts={[
              [
                'Reference',
                <span key="reference" translate="no">
                  {known.reference}
                </span>,
              ],
              ['What came of it', paymentWords(known)],
              ['From the wallet', known.walletNaira > 0 ? moneyText(known.walletNaira) : null],
              ['By card', known.cardNaira > 0 ? moneyText(known.cardNaira) : null],
              ["Provider's number", known.providerTxId],
              ['Failure', known.failure],
              [
                'Shopper',
                <Link key="shopper" className="link" to={pageOf('shopper', known.userId)}>
                  Their page
                </Link>,
              ],
            ]}
          />
          {may.includes('payment verify') && (
            <div className="stack" data-gap="2">
              <div>
                <Button
                  variant="soft"
                  onClick={() => verify.mutate(newKey())}
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
          )}
          <Lines title="Its life" rows={known.events} empty="Nothing has happened.">
            {({ at, what, details, by }) => [
              details && what === 'Order made' ? (
                <>
                  <span>{`${what}: `}</span>
                  <OrderLink trackingNumber={details} />
                </>
              ) : (
                [what, details].filter(Boolean).join(': ')
              ),
              `${lagosTime(at)}${by ? `, ${by.replace('operator:', '')}` : ''}`,
            ]}
          </Lines>
          <Lines title="Lines" rows={known.lines} empty="None.">
            {({ line, product, quantity, unit, totalNaira }) => [
              `${line}. ${quantity} x ${product}${unit ? ` (${unit})` : ''}`,
              moneyText(totalNaira),
            ]}
          </Lines>
          {may.includes('refund card') && known.cardNaira > 0 && <RefundCardForm reference={reference} />}
          {may.includes('payment resettle') && <ResettleForm reference={reference} />}
        </div>
      )}
    </Loaded>
  );
}

const SEEN: Readonly<Record<string, string>> = {
  successful: 'The provider says: it is paid.',
  pending: 'The provider says: it is not paid yet.',
  failed: 'The provider says: the payment failed.',
  nothing: 'The provider knows of no payment with this reference.',
};

/** What the provider said; of one that said nothing, since when it is silent. */
function Seen({ seen, silentSince }: { seen?: unknown; silentSince?: unknown }) {
  const words = SEEN[String(seen)];
  if (words) return <Note kind="success">{words}</Note>;
  const since = typeof silentSince === 'string' ? ` (since ${lagosTime(silentSince)})` : '';
  return (
    <Note kind="warning">
      {`The provider gave no answer${since}. The shop goes on asking by itself; nothing is lost.`}
    </Note>
  );
}

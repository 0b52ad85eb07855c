import { returnUrlOf } from './payment-presentation.ts';
import { findPayment } from './payments-repository.ts';
import { isReference } from './reference.ts';
import { endAsReturned, type Verification, type VerifyDeps, verifyAndSettle } from './verify-service.ts';

const VERIFY_CAP_MS = 8_000;

/** What the provider puts on the return address. All of it is a claim of the browser. */
export interface CallbackQuery {
  status?: string;
  tx_ref?: string;
  transaction_id?: string;
}

/**
 * The browser comes back from the card page: ask the provider, settle, and say where it goes next.
 *
 * @returns an address of our own, with the flags the app reads. A reference we do not know leads to the cart.
 */
export async function returnFromProvider(
  deps: VerifyDeps,
  query: CallbackQuery,
  publicUrl: string,
): Promise<string> {
  const reference = query.tx_ref ?? '';
  const payment = isReference(reference) ? await findPayment(deps.db, reference) : null;
  if (!payment) return new URL('/cart?returned=true', publicUrl).href;
  const asking = verifyAndSettle(deps, reference, readTransactionId(query.transaction_id));
  const verification = await withinCap(asking);
  const flag = readFlag(query.status);
  if (flag) await endAsReturned(deps, reference, flag, verification);
  return returnUrlOf((await findPayment(deps.db, reference)) ?? payment, publicUrl);
}

/** The shopper is not kept waiting longer; what comes later is still settled, and the app asks for the status. */
async function withinCap(asking: Promise<Verification>): Promise<Verification> {
  let timer: NodeJS.Timeout | undefined;
  const cap = new Promise<Verification>((resolve) => {
    timer = setTimeout(() => resolve({ seen: 'unknown' }), VERIFY_CAP_MS);
  });
  // Whatever goes wrong here, the poller asks again: the shopper must come back to the shop.
  const answer = asking.catch((): Verification => ({ seen: 'unknown' }));
  return Promise.race([answer, cap]).finally(() => clearTimeout(timer));
}

function readTransactionId(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

function readFlag(status: string | undefined): 'cancelled' | 'failed' | null {
  return status === 'cancelled' || status === 'failed' ? status : null;
}

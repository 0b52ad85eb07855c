import { formatNaira } from '#contract/money.ts';

/** How the console writes what the API tells. */

const MINUTE = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** An instant as the clock on the wall in Lagos has it. */
export function lagosTime(instant: string): string {
  return `${MINUTE.format(new Date(instant))} WAT`;
}

/** Naira with the kobo, where there are any: a screen never hides them. */
export function moneyText(naira: number): string {
  const kobo = Math.round(Math.abs(naira) * 100) % 100;
  const whole = formatNaira(Math.trunc(naira));
  return kobo === 0 ? whole : `${whole}.${String(kobo).padStart(2, '0')}`;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  ordered: 'Ordered',
  wallet_credited: 'In the wallet',
  review: 'Waits for a look',
};

/** What became of a payment, and whether what was to come by card has come. */
export function paymentWords({
  status,
  outcome,
  receivedNaira,
  cardNaira,
  totalNaira,
}: {
  status: string;
  outcome: string | null;
  receivedNaira: number | null;
  cardNaira: number;
  totalNaira: number;
}): string {
  const came = (outcome && OUTCOMES[outcome]) ?? status;
  return receivedNaira === null || receivedNaira === cardNaira
    ? `${came}, ${moneyText(totalNaira)}`
    : `${came}, ${moneyText(receivedNaira)} arrived of ${moneyText(cardNaira)}`;
}

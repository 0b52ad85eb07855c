import { PHONE_NUMBER_PATTERN } from '#contract/limits.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { normalizePhoneNumber } from '#contract/rules/people/phone.ts';
import { normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import { isCalendarDay } from '../../lib/calendar.ts';
import { normalizeCrockfordCode } from '../../lib/crockford.ts';
import { isUuid } from '../../lib/uuid.ts';

/** What a search text may mean. A field is absent when the text cannot mean it. */
export interface GlobalSearchTerms {
  email?: string;
  /** Phone number in the stored form: `+234` and ten digits. */
  phone?: string;
  /** Start of a shopper's name or surname, or a part of a product's title or slug, in lower case. */
  name?: string;
  /** Id of a shopper or group. */
  id?: string;
  trackingNumber?: string;
  reference?: string;
  providerId?: string;
  /**
   * Amount of an order or payment, perhaps with a day, as in a bank's message. Without a day the last seven days are
   * searched.
   */
  amount?: { kobo: number; day: string | null };
}

/** Matches a phone number with common separators, perhaps after a prefix such as `tel:` or a WhatsApp link. */
const NUMBER = /^(?:[a-z .]+:|https:\/\/wa\.me\/)?[+\d\s().-]*\d[+\d\s().-]*$/i;
const DAY = /\b(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}))\b/;
const AMOUNT = /^(₦|ngn|n)?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/i;

/**
 * Interprets the text of the search box. Ten digits may be a phone number or a provider's id, so both are searched.
 * @param text for example `0803 555 0142`, `tel:+234…`, `Ada <ada@x.ng>`, `gb-7k2m…`, `₦1,500 2026-11-20`, `okafor`.
 */
export function parseGlobalSearchTerms(text: string): GlobalSearchTerms {
  const email = normalizeEmail(text);
  if (/^[^@\s]+@[^@\s]+$/.test(email)) return { email };
  const typed = normalizeTypedCode(text);
  if (isUuid(typed)) return { id: typed.toLowerCase() };
  const ours = /^gb[\s-]*(.+)$/i.exec(typed);
  const code = ours?.[1] ? normalizeCrockfordCode(ours[1]) : '';
  if (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(code)) return { reference: `gb-${code}` };
  if (/^[0-9A-HJKMNP-TV-Z]{8}$/.test(code)) return { trackingNumber: `GB-${code}` };
  const amount = readAmount(typed);
  if (amount) return { amount };
  if (NUMBER.test(typed)) return readNumber(typed);
  return {
    ...(typed.length >= 2 ? { name: typed.toLowerCase() } : {}),
    ...(/^[\w.-]{5,64}$/.test(typed) ? { providerId: typed } : {}),
  };
}

function readNumber(typed: string): GlobalSearchTerms {
  const phone = normalizePhoneNumber(typed);
  const digits = typed.replace(/\D/g, '');
  return {
    ...(PHONE_NUMBER_PATTERN.test(phone) ? { phone } : {}),
    ...(digits ? { providerId: digits } : {}),
  };
}

/** Reads an amount. A number counts as an amount only with a currency sign, a thousands separator or a day. */
function readAmount(typed: string): GlobalSearchTerms['amount'] {
  const found = DAY.exec(typed);
  const [, sign, naira = '', kobo = ''] = AMOUNT.exec(typed.replace(DAY, '').trim()) ?? [];
  if (naira === '' || !(sign || found || naira.includes(','))) return undefined;
  const [, year, month, date, dateFirst, monthThen, yearLast] = found ?? [];
  const parts = [year ?? yearLast, month ?? monthThen, date ?? dateFirst].map((part) =>
    (part ?? '').padStart(2, '0'),
  );
  const day = found ? parts.join('-') : null;
  if (day !== null && !isCalendarDay(day)) return undefined;
  return { kobo: Number(naira.replaceAll(',', '')) * 100 + Number(kobo.padEnd(2, '0') || 0), day };
}

/** Normalises a typed or pasted tracking number of an order. */
export function normalizeTrackingNumber({ trackingNumber }: { trackingNumber: string }): string {
  return parseGlobalSearchTerms(trackingNumber).trackingNumber ?? trackingNumber.toUpperCase();
}

/** Normalises a typed or pasted payment reference. */
export function normalizePaymentReference({ reference }: { reference: string }): string {
  return parseGlobalSearchTerms(reference).reference ?? reference;
}

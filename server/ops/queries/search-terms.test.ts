import { expect, test } from 'vitest';
import { type GlobalSearchTerms, parseGlobalSearchTerms } from './search-terms.ts';

const phone = '+2348035550142';

test.each<[string, GlobalSearchTerms]>([
  ['0803 555 0142', { phone, providerId: '08035550142' }],
  ['+234 803-555-0142', { phone, providerId: '2348035550142' }],
  ['(0803) 555 0142', { phone, providerId: '08035550142' }],
  ['8035550142', { phone, providerId: '8035550142' }],
  ['\u202a+234 803 555 0142\u202c', { phone, providerId: '2348035550142' }],
  ['0803\u2011555\u20110142', { phone, providerId: '08035550142' }],
  ['0803\u00a0555.0142', { phone, providerId: '08035550142' }],
  ['002348035550142', { phone, providerId: '002348035550142' }],
  ['+23408035550142', { phone, providerId: '23408035550142' }],
  ['+234 (0) 803 555 0142', { phone, providerId: '23408035550142' }],
  ['(+234) 0803 - 555 - 0142', { phone, providerId: '23408035550142' }],
  ['tel:+234-803-555-0142', { phone, providerId: '2348035550142' }],
  ['Phone: 0803-555-0142', { phone, providerId: '08035550142' }],
  ['https://wa.me/2348035550142', { phone, providerId: '2348035550142' }],
  ['٠٨٠٣٥٥٥٠١٤٢', { phone, providerId: '08035550142' }],
  ['+447911123456', { providerId: '447911123456' }],
  ['Ada Obi <Ada@Demo.Example>', { email: 'ada@demo.example' }],
  ['mailto:ada@demo.example\u200b', { email: 'ada@demo.example' }],
  [' \u200bGB\u20117k2m9x4q\u200b', { trackingNumber: 'GB-7K2M9X4Q' }],
  ['\u202agb-0123456789ABCDEFGHJKMNPQRS\u202c', { reference: 'gb-0123456789ABCDEFGHJKMNPQRS' }],
  ['0a791842\u2011f52a-0acf-bb3a-783378c066b8\u200b', { id: '0a791842-f52a-0acf-bb3a-783378c066b8' }],
  ['\u200bO\u0323kafor', { name: 'ọkafor'.normalize('NFC') }],
  ['288200108', { providerId: '288200108' }],
  [' Ada@Demo.Example ', { email: 'ada@demo.example' }],
  ['gb-7k2m9x4q', { trackingNumber: 'GB-7K2M9X4Q' }],
  ['GB7K2M9X4O', { trackingNumber: 'GB-7K2M9X40' }],
  ['GB-0123456789ABCDEFGHJKMNPQRS', { reference: 'gb-0123456789ABCDEFGHJKMNPQRS' }],
  ['₦1,500', { amount: { kobo: 150_000, day: null } }],
  ['1500 2026-11-20', { amount: { kobo: 150_000, day: '2026-11-20' } }],
  ['20/11/2026 N1,500.5', { amount: { kobo: 150_050, day: '2026-11-20' } }],
  ['0A791842-f52a-0acf-bb3a-783378c066b8', { id: '0a791842-f52a-0acf-bb3a-783378c066b8' }],
  ['Okafor', { name: 'okafor', providerId: 'Okafor' }],
  ['Ada  Okafor', { name: 'ada okafor' }],
  ['1500 2026-02-30', { providerId: '150020260230' }],
  ['1500 2026-13-40', { providerId: '150020261340' }],
  ['', {}],
])('"%s" is understood', (typed, meant) => {
  expect(parseGlobalSearchTerms(typed)).toEqual(meant);
});

import { normalEmail } from '#contract/rules/email.ts';

/** Why a referral looks like somebody referring themself. Such a referral is kept but does not count by itself. */

/** An address as its mailbox knows it: dots and the plus-tag before the @ do not make another person. */
export function mailboxOf(email: string): string {
  const normal = normalEmail(email);
  const at = normal.lastIndexOf('@');
  const local = normal.slice(0, at).split('+')[0] ?? '';
  return `${local.replaceAll('.', '')}${normal.slice(at)}`;
}

/** Loopback and private networks say nothing about who somebody is: a shop behind a proxy sees everybody there. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return (
    plain === '::1' ||
    /^(127|10)\./.test(plain) ||
    /^192\.168\./.test(plain) ||
    /^172\.(1[6-9]|2\d|3[01])\./.test(plain) ||
    /^f[cd][0-9a-f]{2}:/i.test(plain) ||
    /^fe80:/i.test(plain)
  );
}

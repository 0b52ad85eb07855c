import { normalizeEmail } from '#contract/rules/people/email.ts';

/**
 * Removes dots and a plus-tag, which many providers ignore. Two e-mails with the same result probably belong to one
 * person.
 */
export function removeEmailAlias(email: string): string {
  const normal = normalizeEmail(email);
  const at = normal.lastIndexOf('@');
  const local = normal.slice(0, at).split('+')[0] ?? '';
  return `${local.replaceAll('.', '')}${normal.slice(at)}`;
}

/** Returns true for loopback and private IP addresses, because behind a proxy all shoppers may have the same one. */
export function isPrivateIpAddress(address: string): boolean {
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

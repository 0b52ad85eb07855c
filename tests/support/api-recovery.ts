import { createPasswordHasher } from '../../server/features/auth/password-hashing.ts';
import { approveRecoveryRequest } from '../../server/features/auth/recovery/recovery-operator.ts';
import { findRecoveryRequests } from '../../server/features/auth/recovery/recovery-repository.ts';
import type { TestApi } from './api.ts';

/** Requests a recovery key as the shopper and approves it as the operator. @returns the temporary key. */
export async function requestAndApproveRecovery(
  api: TestApi,
  { email, phone }: { email: string; phone: string },
): Promise<string> {
  const body = { email, phone, reason: 'Lost my key' };
  await api.call({ method: 'POST', url: '/api/auth/request-recovery-key-reset', body });
  const requests = await findRecoveryRequests(api.db, 'open');
  const request = requests.find((each) => each.email === email);
  if (!request) throw new Error(`no open request of ${email}`);
  const hasher = createPasswordHasher();
  return (await approveRecoveryRequest({ db: api.db, hasher }, request.id, { actor: 'test' })).temporaryKey;
}

import type { OpsSetOwnPushKindsBody } from '#contract/schemas/ops/access.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { Config } from '../../../config/config.ts';
import { areValidPushKeys, isPushServiceUrl } from '../../../features/notifications/push-services.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { setOperatorPushSubscription } from '../../push/operator-push-repository.ts';
import type { OwnCredentialsDeps } from './access-service.ts';

type Deps = Pick<OwnCredentialsDeps, 'db' | 'name' | 'session' | 'ip'>;

/**
 * Sets which kinds of push messages this device receives. The server sends requests to the endpoint, so it must be a
 * browser's push service.
 */
export async function setOwnPushMessageKinds(
  deps: Deps,
  { pushTestService }: Pick<Config, 'pushTestService'>,
  body: OpsSetOwnPushKindsBody,
): Promise<void> {
  if (!isPushServiceUrl(body.endpoint, pushTestService) || !areValidPushKeys(body.keys))
    throw new DomainError('validation_failed');
  const me = `operator:${deps.name}`;
  await deps.db.transaction(async (tx) => {
    await setOperatorPushSubscription(tx, deps, body);
    const change = { action: 'console.push', after: { kinds: body.kinds } };
    await writeAuditEntry(tx, { actor: me, target: me, ip: deps.ip, ...change });
  });
}

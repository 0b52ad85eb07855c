import { screens } from '#contract/addresses.ts';
import { createPasswordHasher } from '../../features/auth/password-hashing.ts';
import { approveRecovery, rejectRecovery } from '../../features/auth/recovery/recovery-operator.ts';
import { findRecoveryRequests } from '../../features/auth/recovery/recovery-repository.ts';
import { isUuid } from '../../lib/uuid.ts';
import { type OpsArguments, type OpsCommand, Refusal, requireOption, requireWord } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import { whatsappLink } from '../whatsapp-link.ts';

export const recoveryCommands: OpsCommand[] = [
  {
    name: 'recovery list',
    usage: '[--status open|approved|rejected|expired]',
    summary:
      "The first 200 requests for a temporary recovery key. Call the account's number before you approve.",
    roles: ['support', 'ops'],
    options: ['status'],
    async run({ db }, { options }) {
      const status = options.status ?? 'open';
      const requests = await findRecoveryRequests(db, status);
      const text = textTable(requests, 'There are no such requests.');
      return { data: requests, text, lookedAt: `recovery:${status}` };
    },
  },
  {
    name: 'recovery approve',
    usage: 'REQUEST [--reason R] [--despite-phone]',
    summary: 'Give out a temporary key. It is shown once, with a ready WhatsApp link.',
    roles: ['support', 'ops'],
    act: 'key',
    options: ['reason'],
    flags: ['despite-phone'],
    async run({ db, actor, config, key }, args) {
      const despitePhone = args.options['despite-phone'] === 'true';
      const reason = despitePhone ? requireOption(args, 'reason') : args.options.reason;
      const issued = await approveRecovery({ db, hasher: createPasswordHasher() }, requestOf(args), {
        actor,
        key,
        ...(reason ? { reason } : {}),
        despitePhone,
      });
      const shown = issued.temporaryKey.replace(/(.{4})(?=.)/g, '$1-');
      const message = `Hello ${issued.name.split(' ')[0]}, your temporary ${config.brandName} recovery key is ${shown}. It works once within 24 hours at ${config.publicUrl}${screens.useTemporaryRecoveryKey}. We never ask you for it.`;
      const link = whatsappLink(issued.phone, message);
      return {
        data: { temporaryKey: shown, email: issued.email, expiresInHours: 24, whatsapp: link },
        text: `Temporary key (shown once): ${shown}\n${link}`,
        saidAgain: 'It was given out, and shown once.',
      };
    },
  },
  {
    name: 'recovery reject',
    usage: 'REQUEST --reason R',
    summary: 'Turn a request down.',
    roles: ['support', 'ops'],
    act: 'key',
    options: ['reason'],
    async run({ db, actor, key }, args) {
      const requestId = requestOf(args);
      await rejectRecovery(db, requestId, { actor, key, reason: requireOption(args, 'reason') });
      return { data: { requestId, status: 'rejected' }, text: 'The request is turned down.' };
    },
  },
];

function requestOf(args: OpsArguments): string {
  const requestId = requireWord(args, 0, 'REQUEST');
  if (!isUuid(requestId)) throw new Refusal(`${requestId}: not a request's id. Find it with: recovery list`);
  return requestId;
}

import { endpoint } from './endpoint.ts';
import type { OpsActReply } from './schemas/ops.ts';
import type {
  OpsEmailQuery,
  OpsEventsReply,
  OpsExportReply,
  OpsFreePhoneBody,
  OpsLockBody,
  OpsNoteBody,
} from './schemas/ops-shoppers.ts';

/** The console's calls about one shopper. @source operator.md */

export const opsLock = endpoint<{ body: OpsLockBody; reply: OpsActReply }>('POST', '/api/ops/shopper/lock');
export const opsUnlock = endpoint<{ body: OpsLockBody; reply: OpsActReply }>(
  'POST',
  '/api/ops/shopper/unlock',
);
export const opsFreePhone = endpoint<{ body: OpsFreePhoneBody; reply: OpsActReply }>(
  'POST',
  '/api/ops/shopper/free-phone',
);
export const opsNote = endpoint<{ body: OpsNoteBody; reply: OpsActReply }>('POST', '/api/ops/shopper/note');
export const opsEvents = endpoint<{ query: OpsEmailQuery; reply: OpsEventsReply }>(
  'GET',
  '/api/ops/shopper/events',
);
export const opsExport = endpoint<{ query: OpsEmailQuery; reply: OpsExportReply }>(
  'GET',
  '/api/ops/shopper/export',
);

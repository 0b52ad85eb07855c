import { useMutation, useQueryClient } from '@tanstack/react-query';
import { opsEndOtherSessions, opsEndSession } from '#contract/ops-access-endpoints.ts';
import type { OpsAccessReply } from '#contract/schemas/ops-access.ts';
import { send } from '../../lib/api-send.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { lagosTime } from '../words.ts';
import { accessQuery } from './access-query.ts';
import { deviceWords } from './device-words.ts';
import { OwnRows } from './OwnRows.tsx';

/** Where one is signed in. */
export function Sessions({ access: { sessions } }: { access: OpsAccessReply['data'] }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? send(opsEndOtherSessions, {}) : send(opsEndSession, { params: { id } }),
    // Also when it failed: it may have ended by itself.
    onSettled: () => queryClient.invalidateQueries(accessQuery),
  });
  const isEnding = (id: string | null) => end.isPending && end.variables === id && 'Ending...';
  return (
    <section className="stack" data-gap="3">
      <h2>Where you are signed in</h2>
      <OwnRows
        label="Sessions"
        rows={sessions.map(({ id, isThis, userAgent, ip, createdAt, lastSeenAt }) => ({
          key: id,
          name: deviceWords(userAgent),
          facts: `${ip ?? 'Unknown address'}, since ${lagosTime(createdAt)}, last seen ${lagosTime(lastSeenAt)}`,
          acts: isThis ? (
            <Badge>This one</Badge>
          ) : (
            <Button
              variant="line"
              small
              onClick={() => end.mutate(id)}
              busyLabel={isEnding(id)}
              aria-label={`End ${deviceWords(userAgent)}, since ${lagosTime(createdAt)}`}
            >
              End
            </Button>
          ),
        }))}
      />
      {end.error && <Note kind="error">{errorMessage(end.error, 'It could not be ended.')}</Note>}
      {sessions.length > 1 && (
        <div>
          <Button variant="soft" onClick={() => end.mutate(null)} busyLabel={isEnding(null)}>
            End All Others
          </Button>
        </div>
      )}
    </section>
  );
}

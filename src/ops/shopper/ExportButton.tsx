import { useMutation } from '@tanstack/react-query';
import { opsExportShopper } from '#contract/ops-shopper-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { saveFile } from '../save-file.ts';

/** Everything the shop keeps about a shopper, as the file that the law gives them a right to. */
export function ExportButton({ userId }: { userId: string }) {
  const data = useMutation({
    mutationFn: async () => (await send(opsExportShopper, { params: { userId } })).data,
    onSuccess: (all) => saveFile(`shopper-${userId}.json`, 'application/json', JSON.stringify(all, null, 2)),
  });
  return (
    <section className="stack" data-gap="2">
      <h2>Their data</h2>
      <p className="muted">Everything the shop keeps about them, as one file. It leaves a row in the log.</p>
      <div>
        <Button variant="line" small onClick={() => data.mutate()} busyLabel={data.isPending && 'Saving...'}>
          Save Their Data
        </Button>
      </div>
      {data.error && <Note kind="error">{errorMessage(data.error, 'The file could not be made.')}</Note>}
    </section>
  );
}

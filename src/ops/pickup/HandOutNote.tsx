import { Note } from '../../ui/Note.tsx';
import type { Outcome } from './hand-outs.ts';

/** What came of a hand-out, in words. */
export function HandOutNote({ outcome }: { outcome: Outcome }) {
  if (outcome.is === 'refused') return <Note kind="error">{outcome.why}</Note>;
  if (outcome.is === 'waiting')
    return (
      <Note kind="warning" icon="wifi-off">
        {outcome.isWritten
          ? 'No line: it waits on this phone and is sent when the line is back. Nobody has judged the code.'
          : 'No line, and this browser keeps nothing: leave this page open until it is sent.'}
      </Note>
    );
  const { handedOut, kept } = outcome;
  return (
    <>
      <Note kind="success">{`Handed out: ${handedOut.map(({ product }) => product).join(', ')}.`}</Note>
      {kept.length > 0 && (
        <Note kind="warning">
          {kept.map(({ line, product, why }) => `Line ${line}, ${product}: ${why}.`).join(' ')}
        </Note>
      )}
    </>
  );
}

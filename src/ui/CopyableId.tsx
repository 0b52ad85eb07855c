import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copyTextToClipboard } from '../lib/share.ts';
import { shortenId } from '../lib/short-id.ts';
import { useCopiedState } from '../lib/use-copied.ts';
import { announceToScreenReader } from './Announcer.tsx';
import { Button } from './Button.tsx';
import { promptManualCopy } from './ManualCopyDialog.tsx';

interface Props {
  /** Names the id for the button, such as `Order ID`. */
  name: string;
  id: string;
}

/** Shows a long id shortened with a button that copies the whole one; a short id as it is. */
export function CopyableId({ name, id }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const [isWhole, setWhole] = useState(false);
  const { isCopied, noteCopied } = useCopiedState(announceToScreenReader);
  const short = shortenId(id);
  if (short === id) return <span translate="no">{id}</span>;
  const handleCopy = async () => {
    if (await copyTextToClipboard(id)) {
      noteCopied();
      return;
    }
    // What is selected for copying by hand has to be whole.
    flushSync(() => setWhole(true));
    promptManualCopy(shown.current);
  };
  return (
    <>
      <span ref={shown} translate="no">
        {isWhole ? id : short}
      </span>
      <Button variant="quiet" small onClick={() => void handleCopy()} aria-label={`Copy ${name}`}>
        {isCopied ? 'Copied!' : 'Copy'}
      </Button>
    </>
  );
}

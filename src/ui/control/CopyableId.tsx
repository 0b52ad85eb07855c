import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copyTextToClipboard } from '../../lib/browser/share.ts';
import { useCopiedState } from '../message/use-copied.ts';
import { promptManualCopy } from '../overlay/ManualCopyDialog.tsx';
import { Button } from './Button.tsx';
import styles from './CopyableId.module.css';

interface Props {
  /** What the id is, for the button's label, such as `Order ID`. */
  name: string;
  id: string;
}

/** Shows an id with a button that copies it. A long id is shortened on the screen and copied whole. */
export function CopyableId({ name, id }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const [isWhole, setWhole] = useState(false);
  const { isCopied, markCopied } = useCopiedState();
  const short = shortenId(id);
  if (short === id) return <span translate="no">{id}</span>;
  const handleCopy = async () => {
    if (await copyTextToClipboard(id)) {
      markCopied();
      return;
    }
    // The id is shown in full after copying has failed, because the shopper then selects it by hand.
    flushSync(() => setWhole(true));
    promptManualCopy(shown.current);
  };
  return (
    <span className={`row ${styles.id}`} data-wrap="" data-gap="2">
      <span ref={shown} translate="no">
        {isWhole ? id : short}
      </span>
      <Button variant="quiet" small onClick={() => void handleCopy()} aria-label={`Copy ${name}`}>
        {isCopied ? 'Copied!' : 'Copy'}
      </Button>
    </span>
  );
}

const WHOLE_LENGTH_MAX = 16;
const HEAD_LENGTH = 8;
const TAIL_LENGTH = 4;

/** Shortens an id on the screen: `b7a8d6a4…0001`. Copying it copies the whole id. */
function shortenId(id: string): string {
  return id.length <= WHOLE_LENGTH_MAX ? id : `${id.slice(0, HEAD_LENGTH)}…${id.slice(-TAIL_LENGTH)}`;
}

import { useRef } from 'react';
import { TextAreaField } from '../form/TextField.tsx';
import { showToast } from '../message/toast.ts';
import { Dialog } from './Dialog.tsx';

/** Selects the text and asks the shopper to copy it, because the browser could not. */
export function promptManualCopy(shown: HTMLElement | null): void {
  if (shown instanceof HTMLInputElement) shown.select();
  else if (shown) getSelection()?.selectAllChildren(shown);
  showToast({ kind: 'warning', message: 'We could not copy it. It is selected: please copy it by hand.' });
}

interface Props {
  text: string;
  onClose: () => void;
}

/** Shows a text to copy by hand, when it is not on the screen already. */
export function ManualCopyDialog({ text, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog title="We could not share or copy it" onClose={onClose}>
      <TextAreaField
        ref={field}
        data-autofocus
        label="Please copy it by hand"
        readOnly
        value={text}
        onFocus={() => field.current?.select()}
      />
    </Dialog>
  );
}

import { type ComponentProps, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { dispatchAutofilledInputEvents } from './use-controlled-field-props.ts';

interface Props extends ComponentProps<'form'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Submits what the fields show, including text that a password manager filled in without an event that React notices.
 */
export function Form({ onSubmit, ...rest }: Props) {
  const latest = useRef(onSubmit);
  useLayoutEffect(() => {
    latest.current = onSubmit;
  });
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        dispatchAutofilledInputEvents(event.currentTarget);
        latest.current(event);
      }}
    />
  );
}

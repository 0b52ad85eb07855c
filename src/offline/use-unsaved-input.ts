import { useEffect } from 'react';
import { holdReload } from './busy.ts';

/**
 * Keeps a form's page from being reloaded or led away while something stands in it that a reload would lose.
 *
 * @param isUnsaved whether the shopper typed something that is not sent yet.
 */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdReload() : undefined), [isUnsaved]);
}

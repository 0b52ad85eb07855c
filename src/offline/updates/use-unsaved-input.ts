import { useEffect } from 'react';
import { useAppService } from '../../lib/react/services.ts';
import { createPageBusyReasons } from './busy-reasons.ts';

/**
 * Prevents automatic reloads of a page whose form has unsaved input.
 *
 * @param isUnsaved whether the shopper typed something that is not sent yet.
 */
export function useUnsavedInputGuard(isUnsaved: boolean): void {
  const busy = useAppService(createPageBusyReasons);
  useEffect(() => (isUnsaved ? busy.holdReload() : undefined), [busy, isUnsaved]);
}

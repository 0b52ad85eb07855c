import { useEffect } from 'react';
import { useAppService } from '../../lib/react/services.ts';
import { createPageBusyReasons } from './busy-reasons.ts';

/** Prevents automatic reloads of a page while its form has unsaved input. */
export function useUnsavedInputGuard(isUnsaved: boolean): void {
  const busy = useAppService(createPageBusyReasons);
  useEffect(() => (isUnsaved ? busy.holdReload() : undefined), [busy, isUnsaved]);
}

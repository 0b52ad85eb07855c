import { useEffect } from 'react';
import { useAppService } from '../../lib/react/services.ts';
import { createReloadBlockers } from './reload-blockers.ts';

/** Prevents automatic reloads of a page while its form has unsaved input. */
export function usePreventReloadWhileUnsaved(isUnsaved: boolean): void {
  const busy = useAppService(createReloadBlockers);
  useEffect(() => (isUnsaved ? busy.holdReload() : undefined), [busy, isUnsaved]);
}

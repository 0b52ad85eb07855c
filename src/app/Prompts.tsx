import { InstallPrompt } from '../features/install/InstallPrompt.tsx';
import { PushPrompt } from '../features/install/PushPrompt.tsx';
import { UpdatePrompt } from '../features/install/UpdatePrompt.tsx';

/** The cards at the bottom of the page, a chunk of their own. Of several only the first shows. */
export function Prompts() {
  return (
    <>
      <UpdatePrompt />
      <InstallPrompt />
      <PushPrompt />
    </>
  );
}

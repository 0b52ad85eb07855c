import '../styles/tokens.css';
import '../styles/reset.css';
import '../styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { goBackPastOverlayHistoryEntries } from '../lib/browser/overlay-history.ts';
import { createConsoleQueryClient } from './frames/console-queries.ts';
import { OperatorConsole } from './OperatorConsole.tsx';

/** Starts the operator console, a separate bundle. The device caches only what the pickup counter needs offline. */
const queryClient = createConsoleQueryClient();

const root = document.getElementById('root');
if (root)
  void goBackPastOverlayHistoryEntries().then(() =>
    createRoot(root).render(
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <OperatorConsole />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  );

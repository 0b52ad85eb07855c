import '../styles/tokens.css';
import '../styles/reset.css';
import '../styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { isApiError } from '../lib/api/api-errors.ts';
import { leaveOverlayHistoryEntries } from '../lib/browser/overlay-history.ts';
import { OperatorConsole } from './Console.tsx';
import { createRefetchInterval } from './frames/read.ts';

/**
 * Starts the operator console, a bundle of its own at `/ops`. It caches on the device only what the pickup counter
 * needs offline.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    // Operators must see fresh data, and a refused call is not retried.
    queries: {
      staleTime: 0,
      retry: (failures, error) => failures < 2 && !isApiError(error),
      refetchInterval: createRefetchInterval(false),
    },
    mutations: { retry: false },
  },
});

const root = document.getElementById('root');
if (root)
  void leaveOverlayHistoryEntries().then(() =>
    createRoot(root).render(
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <OperatorConsole />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  );

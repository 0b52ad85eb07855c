import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine draws slowly; a missing element still fails.
configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

import { afterAll, vi } from 'vitest';

// The test files of a project share a process, in which the packages stay loaded. The shop's own modules are loaded
// again for each file, so that no state comes from an earlier file.
afterAll(() => void vi.resetModules());

import { afterAll, vi } from 'vitest';

// The files of a project take over each other's process, where the packages are loaded already. The shop's own modules
// are loaded anew for each file, so that nothing they keep comes from the file before.
afterAll(() => void vi.resetModules());

import { DISK_FAULTS } from './disk-faults.ts';
import type { FaultRow } from './fault-row.ts';
import { LINE_FAULTS } from './line-faults.ts';
import { PROXY_FAULTS } from './proxy-faults.ts';
import { TAB_FAULTS } from './tab-faults.ts';

export const FAULT_ROWS: readonly FaultRow[] = [
  ...LINE_FAULTS,
  ...PROXY_FAULTS,
  ...TAB_FAULTS,
  ...DISK_FAULTS,
];

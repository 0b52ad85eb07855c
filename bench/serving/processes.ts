import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface ProcessFigures {
  parent: number;
  cpuMs: number;
  /** Processor time of child processes that have ended. */
  endedCpuMs: number;
}

function figuresOf(pid: number | string): ProcessFigures | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name may contain spaces and brackets, so parsing starts after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const msAt = (place: number) =>
      ((Number(fields[place]) + Number(fields[place + 1])) * 1000) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), cpuMs: msAt(11), endedCpuMs: msAt(13) };
  } catch {
    return null;
  }
}

/** Sums the processor time of a process and its children, including ended ones. Works only on Linux. */
export function readProcessCpuMs(pid: number): number {
  const own = figuresOf(pid);
  let sum = own ? own.cpuMs + own.endedCpuMs : 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const figures = figuresOf(name);
    if (figures?.parent === pid) sum += figures.cpuMs;
  }
  return sum;
}

/** @returns the most memory that the process has used. Works only on Linux. */
export function readPeakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kB = '0'] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
  return Number(kB) / 1024;
}

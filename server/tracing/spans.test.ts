import { trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { readCaller } from './spans.ts';

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

it.each(['00', '01', 'ff'])('takes over a trace that its caller marks with %s', (flags) => {
  const caller = readCaller(`00-${TRACE}-${SPAN}-${flags}`);
  expect(caller && trace.getSpanContext(caller)).toMatchObject({
    traceId: TRACE,
    spanId: SPAN,
    isRemote: true,
  });
});

it.each([
  undefined,
  '',
  `01-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
])('begins a trace of its own for %j', (traceparent) => {
  expect(readCaller(traceparent)).toBeUndefined();
});

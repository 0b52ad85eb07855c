// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { clientState } from './app/client-state.tsx';
import { fieldLimits } from './app/field-limits.ts';
import { retryRules } from './app/retry-rules.ts';
import { timings } from './app/timings.tsx';

const phone = registerPhoneForFile();

clientState(phone);
retryRules(phone);
fieldLimits(phone);
timings(phone);

// @vitest-environment happy-dom
import { phoneForFile } from '../support/phone.tsx';
import { fieldLimits } from './section-9/field-limits.ts';
import { moneyFigures } from './section-9/money-figures.ts';
import { policyText } from './section-9/policy-text.ts';
import { timings } from './section-9/timings.tsx';

const phone = phoneForFile();

moneyFigures(phone);
fieldLimits(phone);
policyText(phone);
timings(phone);

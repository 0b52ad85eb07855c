import { ACCOUNT_COLUMNS } from './columns.ts';
import { describeMatrix } from './describe-matrix.ts';

describeMatrix(ACCOUNT_COLUMNS);

import { SHOP_COLUMNS } from './columns.ts';
import { describeMatrix } from './describe-matrix.ts';

describeMatrix(SHOP_COLUMNS);

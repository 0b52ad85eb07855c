import { OrderLink } from '../CodeLinks.tsx';
import { goodsOf } from './counter-orders.ts';

interface GoodsRow {
  name: string;
  trackingNumber: string;
  quantity: number;
  product: string;
  unit: string | null;
  centreName: string;
}

/** Whose goods, of which order and at which centre: the first columns of every list of goods over all centres. */
export const GOODS_COLUMNS = [
  { name: 'Shopper', of: ({ name }: GoodsRow) => name },
  {
    name: 'Order',
    of: ({ trackingNumber }: GoodsRow) => <OrderLink trackingNumber={trackingNumber} />,
  },
  { name: 'Goods', of: goodsOf },
  { name: 'Centre', of: ({ centreName }: GoodsRow) => centreName },
];

/** A shopper who exists only in the sandbox. */
export interface DemoShopper {
  name: string;
  email: string;
  phone: string;
  password: string;
  recoveryKey: string;
  /** Credit in the wallet at the start, whole naira. */
  walletNaira: number;
  /** Bags of rice bought in the demo group. */
  bags: number;
}

export const demoShoppers: readonly DemoShopper[] = [
  {
    name: 'Ada Obi',
    email: 'ada@demo.example',
    phone: '+2348030000001',
    password: 'market day 1',
    recoveryKey: 'blue umbrella 1',
    walletNaira: 50_000,
    bags: 3,
  },
  {
    name: 'Chidi Okeke',
    email: 'chidi@demo.example',
    phone: '+2348030000002',
    password: 'market day 2',
    recoveryKey: 'blue umbrella 2',
    walletNaira: 20_000,
    bags: 2,
  },
];

/** The product data that carts and checkout need: units, prices in kobo, and the group that a buyer would join now. */
export interface StoredProductForCart {
  id: string;
  slug: string;
  title: string;
  pictures: PictureRecord[];
  /** Group price and standard price of one selling unit of the largest size. */
  priceKobo: number;
  basePriceKobo: number;
  minUnits: number;
  /** Duration of a group of this product, in hours; null: the shop's default. */
  windowHours: number | null;
  /** Maximum number of base units that one person may buy in one group; null: no limit. */
  maxUnitsPerPerson: number | null;
  unitsEnabled: boolean;
  baseUnitName: string | null;
  soloEnabled: boolean;
  active: boolean;
  units: StoredSellingUnit[];
  /** The product's joinable group, else one that became full in the last ten minutes, else null. */
  group: GroupRecord | null;
}

export interface StoredProduct extends StoredProductForCart {
  description: string;
  category: string;
  specifications: Record<string, string>;
  rating: number;
  reviewCount: number;
  /** True: rating and review count were imported and do not come from this shop's reviews. */
  isRatingImported: boolean | null;
  version: number;
}

interface PictureRecord {
  hash: string;
  width: number;
  height: number;
  tone: number;
}

export interface StoredSellingUnit {
  name: string;
  displayName: string;
  baseUnitQuantity: number;
  priceType: 'manual' | 'calculated';
  customPriceKobo: number | null;
  basePriceKobo: number;
  active: boolean;
  sort: number;
}

interface GroupRecord {
  id: string;
  status: 'active' | 'successful' | 'secured';
  isJoinable: boolean;
  minUnits: number;
  unitsSold: number;
  deadline: Date;
  snapshot: ProductSnapshot;
}

interface ProductSnapshot
  extends Pick<
    StoredProductForCart,
    'title' | 'priceKobo' | 'basePriceKobo' | 'minUnits' | 'unitsEnabled' | 'baseUnitName'
  > {
  units: (Omit<StoredSellingUnit, 'sort'> & { priceKobo: number; sort?: number })[];
}

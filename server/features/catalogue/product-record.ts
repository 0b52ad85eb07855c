/** The product data that carts and checkout need: units, prices in kobo, and the group that a buyer would join now. */
export interface OfferedProductRecord {
  id: string;
  slug: string;
  title: string;
  pictures: PictureRecord[];
  /** Group and standard price, both of the largest selling unit. */
  priceKobo: number;
  basePriceKobo: number;
  minUnits: number;
  /** Duration of a group of this product, in hours; null: the shop's default. */
  windowHours: number | null;
  /** The most base units that one person may buy in one group; null: no limit. */
  maxUnitsPerPerson: number | null;
  unitsEnabled: boolean;
  baseUnitName: string | null;
  soloEnabled: boolean;
  active: boolean;
  units: SellingUnitRecord[];
  /** The group that can be joined, else one that became full in the last ten minutes, else null. */
  group: GroupRecord | null;
}

export interface ProductRecord extends OfferedProductRecord {
  description: string;
  category: string;
  specifications: Record<string, string>;
  rating: number;
  reviewCount: number;
  /** True: rating and count came with an import, not from reviews here. */
  isRatingImported: boolean | null;
  version: number;
}

interface PictureRecord {
  hash: string;
  width: number;
  height: number;
  tone: number;
}

export interface SellingUnitRecord {
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

interface ProductSnapshot {
  title: string;
  priceKobo: number;
  basePriceKobo: number;
  minUnits: number;
  unitsEnabled: boolean;
  baseUnitName: string | null;
  units: (Omit<SellingUnitRecord, 'sort'> & { priceKobo: number; sort?: number })[];
}

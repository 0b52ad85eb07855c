/** A cart or checkout needs this product data: its units and the group that a join would enter now. Kobo. */
export interface OfferedProductRecord {
  id: string;
  slug: string;
  title: string;
  pictures: PictureRecord[];
  /** Both prices are of the largest selling unit. */
  priceKobo: number;
  basePriceKobo: number;
  minUnits: number;
  /** Of a group, in hours; null: the shop's default. */
  windowHours: number | null;
  /** Base units in one group; null: no limit. */
  maxUnitsPerPerson: number | null;
  unitsEnabled: boolean;
  baseUnitName: string | null;
  soloEnabled: boolean;
  active: boolean;
  units: SellingUnitRecord[];
  /** The joinable group, else a group that succeeded within the last ten minutes, else null. */
  group: GroupRecord | null;
}

export interface ProductRecord extends OfferedProductRecord {
  description: string;
  category: string;
  specifications: Record<string, string>;
  rating: number;
  reviewCount: number;
  /** Rating and count came with an import. */
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

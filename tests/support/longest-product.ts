import {
  CATEGORY_MAX,
  DESCRIPTION_MAX,
  SLUG_MAX,
  SPECIFICATION_NAME_MAX,
  SPECIFICATION_VALUE_MAX,
  TITLE_MAX,
  UNIT_NAME_MAX,
} from '#contract/limits.ts';

/** Every text of this product has its maximum length. */
export const LONGEST_PRODUCT = {
  slug: 's'.repeat(SLUG_MAX),
  title: 't'.repeat(TITLE_MAX),
  description: 'd'.repeat(DESCRIPTION_MAX),
  category: 'c'.repeat(CATEGORY_MAX),
  specifications: { ['n'.repeat(SPECIFICATION_NAME_MAX)]: 'v'.repeat(SPECIFICATION_VALUE_MAX) },
  price: 500,
  basePrice: 600,
  minimumViableUnits: 10,
  baseUnitName: 'k'.repeat(UNIT_NAME_MAX),
  sellingUnits: [
    {
      name: 'u'.repeat(UNIT_NAME_MAX),
      displayName: 'U'.repeat(UNIT_NAME_MAX),
      baseUnitQuantity: 1,
      priceType: 'manual',
      customPrice: 500,
      basePrice: 600,
      isActive: true,
    },
  ],
};

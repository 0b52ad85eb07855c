import {
  CATEGORY_LENGTH_MAX,
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  SLUG_LENGTH_MAX,
  SPECIFICATION_NAME_LENGTH_MAX,
  SPECIFICATION_VALUE_LENGTH_MAX,
  UNIT_NAME_LENGTH_MAX,
} from '#contract/limits.ts';

/** Every text of this product has its maximum length. */
export const LONGEST_TEXTS_PRODUCT = {
  slug: 's'.repeat(SLUG_LENGTH_MAX),
  title: 't'.repeat(PRODUCT_TITLE_LENGTH_MAX),
  description: 'd'.repeat(PRODUCT_DESCRIPTION_LENGTH_MAX),
  category: 'c'.repeat(CATEGORY_LENGTH_MAX),
  specifications: { ['n'.repeat(SPECIFICATION_NAME_LENGTH_MAX)]: 'v'.repeat(SPECIFICATION_VALUE_LENGTH_MAX) },
  price: 500,
  basePrice: 600,
  minimumViableUnits: 10,
  baseUnitName: 'k'.repeat(UNIT_NAME_LENGTH_MAX),
  sellingUnits: [
    {
      name: 'u'.repeat(UNIT_NAME_LENGTH_MAX),
      displayName: 'U'.repeat(UNIT_NAME_LENGTH_MAX),
      baseUnitQuantity: 1,
      priceType: 'manual',
      customPrice: 500,
      basePrice: 600,
      isActive: true,
    },
  ],
};

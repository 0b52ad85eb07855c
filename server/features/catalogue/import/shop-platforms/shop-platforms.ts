import {
  getLastCategoryLevel,
  groupRowsByProduct,
  readCell,
  readFirstFilledCell,
  readVariantOptionsFromColumns,
  type ShopPlatform,
  type ShopPlatformProduct,
  type ShopPlatformRow,
} from './shop-platform.ts';

const isYes = (text: string): boolean => /^(1|true|yes)$/i.test(text);

/** Product types that cannot be imported: they have no goods to hand out, or their parts are imported separately. */
const WOOCOMMERCE_EXCLUSIONS: Readonly<Record<string, string>> = {
  grouped: 'is a group of other products, which come in by themselves',
  external: 'is sold at another address',
  virtual: 'is no goods that could be handed out',
  downloadable: 'is no goods that could be handed out',
};

/** The product export of WooCommerce. @source woocommerce.com/document/product-csv-importer-exporter */
const woocommerce: ShopPlatform = {
  name: 'WooCommerce',
  signs: [['Type'], ['SKU'], ['Name'], ['Regular price']],
  columns: {
    slug: ['SKU', 'Name'],
    title: ['Name'],
    description: ['Description', 'Short description'],
    category: ['Categories'],
    images: ['Images'],
    price: ['Sale price', 'Regular price'],
    basePrice: ['Regular price'],
    supplier: [],
    // WooCommerce exports this column only while its setting "cost of goods" is on; without it no cost is imported.
    cost: ['Cost of goods'],
  },
  used: ['ID', 'Type', 'Parent', 'Published'],
  imageSeparator: ',',
  groupRows(rows, refuse) {
    const isVariation = (row: ShopPlatformRow) => /\bvariation\b/i.test(readCell(row, 'Type'));
    const variations = rows.filter(isVariation);
    const products = rows
      .filter((row) => !isVariation(row))
      .map((head): ShopPlatformProduct => {
        const keys = [readCell(head, 'SKU'), `id:${readCell(head, 'ID')}`].filter(Boolean);
        const own = variations.filter((row) => keys.includes(readCell(row, 'Parent')));
        return { head, variants: own.length > 0 ? own : [head] };
      });
    const known = new Set(products.flatMap(({ variants }) => variants));
    for (const row of variations.filter((one) => !known.has(one)))
      refuse(row, 'Parent', 'names a product that is not in the file: export both, or delete the row');
    return products;
  },
  listOptions({ head }, row) {
    const read = (number: number) => `Attribute ${number} name`;
    return readVariantOptionsFromColumns(head, row, read, (number) => `Attribute ${number} value(s)`);
  },
  isOnSale: (row) => readCell(row, 'Published') === '1',
  findExclusion(row) {
    const kinds = readCell(row, 'Type').toLowerCase().split(/,\s*/);
    const kind = kinds.find((one) => one in WOOCOMMERCE_EXCLUSIONS);
    return kind ? { column: 'Type', message: `${kind}: it ${WOOCOMMERCE_EXCLUSIONS[kind]}` } : null;
  },
  // WooCommerce writes a backslash before a comma that belongs to a name.
  readCategory: (text) => getLastCategoryLevel((/^(\\.|[^,])*/.exec(text)?.[0] ?? '').replaceAll('\\,', ',')),
};

/**
 * Product export of Shopify, with the column names before and since 2024.
 * @source help.shopify.com/en/manual/products/import-export/using-csv
 */
const shopify: ShopPlatform = {
  name: 'Shopify',
  signs: [['Handle', 'URL handle'], ['Title'], ['Variant Price', 'Price'], ['Option1 Value']],
  columns: {
    slug: ['Handle', 'URL handle'],
    title: ['Title'],
    description: ['Body (HTML)', 'Description'],
    category: ['Type', 'Product Category', 'Custom Product Type', 'Standard Product Type'],
    images: ['Image Src', 'Product image URL'],
    price: ['Variant Price', 'Price'],
    basePrice: ['Variant Compare At Price', 'Compare-at price'],
    supplier: ['Vendor'],
    cost: ['Cost per item'],
  },
  used: ['Published', 'Published on online store', 'Status', 'Gift Card'],
  imageSeparator: ' ',
  groupRows: (rows) =>
    groupRowsByProduct(
      rows,
      ['Handle', 'URL handle'],
      (row) => readFirstFilledCell(row, ['Option1 Value', 'Variant Price', 'Price']).text !== '',
    ),
  // Shopify gives a product without variants one option, `Title`, with the value `Default Title`, which is ignored.
  listOptions: ({ head }, row) =>
    readVariantOptionsFromColumns(
      head,
      row,
      (number) => `Option${number} Name`,
      (number) => `Option${number} Value`,
    ).filter(([name, value]) => name !== 'Title' || value !== 'Default Title'),
  isOnSale(row) {
    const published = readFirstFilledCell(row, ['Published', 'Published on online store']).text;
    return (published === '' || isYes(published)) && /^(active)?$/i.test(readCell(row, 'Status'));
  },
  findExclusion: (row) =>
    isYes(readCell(row, 'Gift Card'))
      ? { column: 'Gift Card', message: 'a gift card is no goods that could be handed out' }
      : null,
  readCategory: getLastCategoryLevel,
};

/**
 * The import template and the product export of Medusa, release 2.
 * @source docs.medusajs.com/user-guide/products/import
 */
const medusa: ShopPlatform = {
  name: 'Medusa',
  signs: [['Product Handle'], ['Product Title'], ['Variant Title']],
  columns: {
    slug: ['Product Handle', 'Product Title'],
    title: ['Product Title'],
    description: ['Product Description', 'Product Subtitle'],
    // Medusa's file has no names of categories, only ids, so no category is imported.
    category: [],
    images: [
      'Product Thumbnail',
      ...Array.from({ length: 20 }, (_, index) => [
        `Product Image ${index + 1} Url`,
        `Product Image ${index + 1}`,
      ]).flat(),
    ],
    price: ['Variant Price NGN'],
    basePrice: [],
    supplier: [],
    cost: [],
  },
  used: ['Product Id', 'Product Status', 'Product Is Giftcard', 'Variant Title'],
  imageSeparator: ' ',
  groupRows: (rows) => groupRowsByProduct(rows, ['Product Handle', 'Product Title'], () => true),
  // Medusa gives a product without variants an option named `Default option`, which is ignored.
  listOptions: ({ head }, row) =>
    readVariantOptionsFromColumns(
      head,
      row,
      (number) => `Variant Option ${number} Name`,
      (number) => `Variant Option ${number} Value`,
    ).filter(([name]) => name !== 'Default option'),
  isOnSale: (row) => /^(published)?$/i.test(readCell(row, 'Product Status')),
  findExclusion: (row) =>
    isYes(readCell(row, 'Product Is Giftcard'))
      ? { column: 'Product Is Giftcard', message: 'a gift card is no goods that could be handed out' }
      : null,
  readCategory: (text) => text,
};

const listFacets = (row: ShopPlatformRow): [string, string][] =>
  readCell(row, 'facets')
    .split('|')
    .map((facet): [string, string] => {
      const [name = '', ...value] = facet.split(':');
      return [name.trim(), value.join(':').trim()];
    })
    .filter(([name, value]) => name !== '' && value !== '');
const isCategory = (name: string): boolean => /^categor(y|ies)$/i.test(name);

/**
 * Import file of Vendure. A row without a name is one more variant of the product above it.
 * @source docs.vendure.io importing-data
 */
const vendure: ShopPlatform = {
  name: 'Vendure',
  signs: [['name'], ['optionGroups'], ['optionValues'], ['price']],
  columns: {
    slug: ['slug', 'name'],
    title: ['name'],
    description: ['description'],
    category: ['facets'],
    images: ['assets', 'variantAssets'],
    price: ['price'],
    basePrice: [],
    supplier: [],
    cost: [],
  },
  used: ['optionGroups', 'optionValues', 'enabled'],
  imageSeparator: '|',
  groupRows(rows, refuse) {
    const products: { head: ShopPlatformRow; variants: ShopPlatformRow[] }[] = [];
    for (const row of rows) {
      const last = products.at(-1);
      if (readCell(row, 'name') !== '') products.push({ head: row, variants: [row] });
      else if (last) last.variants.push(row);
      else refuse(row, 'name', 'is empty, and no product stands above: name the product');
    }
    return products;
  },
  listOptions({ head }, row) {
    const values = readCell(row, 'optionValues').split('|');
    return readCell(head, 'optionGroups')
      .split('|')
      .map((group, index): [string, string] => {
        // An option group may have a code after its name (`Size:size-of-bags`), which is dropped.
        const [name = ''] = group.split(':');
        return [name.trim(), values[index]?.trim() ?? ''];
      })
      .filter(([name, value]) => name !== '' && value !== '');
  },
  isOnSale: (row) => readCell(row, 'enabled') === '' || isYes(readCell(row, 'enabled')),
  readCategory: (text) =>
    text
      .split('|')
      .map((facet) => facet.split(':'))
      .find(([name = '']) => isCategory(name.trim()))
      ?.slice(1)
      .join(':')
      .trim() ?? '',
  listSpecifications: (row) => listFacets(row).filter(([name]) => !isCategory(name)),
};

export const SHOP_PLATFORMS: readonly ShopPlatform[] = [woocommerce, shopify, medusa, vendure];

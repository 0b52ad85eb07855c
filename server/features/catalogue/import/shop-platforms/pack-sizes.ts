/** Factors that convert sizes to grams or millilitres, so that they can be compared. */
const MEASURES: readonly { large: string; small: string; sizes: Readonly<Record<string, number>> }[] = [
  { large: 'kg', small: 'g', sizes: { 'kgs?|kilos?|kilogram(?:me)?s?': 1000, 'g|gm|grams?': 1 } },
  { large: 'litre', small: 'ml', sizes: { 'l|lts?|ltrs?|lit(?:re|er)s?': 1000, cl: 10, 'ml|mls': 1 } },
];
const PIECES = /^\D*\b(?:pcs?|pieces?|packs?|sets?|cartons?|crates?|box(?:es)?)\b\D*$/i;

interface Size {
  measure: string;
  amount: number;
}

/** The sizes of one product, converted to one base unit. */
export interface PackSizes {
  baseUnitName: string;
  /** Number of whole base units in each size, in the order of the texts. */
  quantities: number[];
}

/**
 * Reads sizes such as `Bag 50 kg`, `750ml` or `pack of 6`.
 * @returns null unless all texts are different sizes of one measure.
 */
export function parsePackSizes(texts: readonly string[]): PackSizes | null {
  const sizes = texts.map(readSize);
  const [first] = sizes;
  if (!first || sizes.some((size) => size?.measure !== first.measure)) return null;
  const amounts = sizes.map((size) => size?.amount ?? 0);
  if (new Set(amounts).size < amounts.length || amounts.some((amount) => !Number.isInteger(amount)))
    return null;
  const measure = MEASURES.find(({ large }) => large === first.measure);
  if (!measure) return { baseUnitName: 'piece', quantities: amounts };
  return amounts.every((amount) => amount % 1000 === 0)
    ? { baseUnitName: measure.large, quantities: amounts.map((amount) => amount / 1000) }
    : { baseUnitName: measure.small, quantities: amounts };
}

/** @returns null for a text with no number or several: `12 x 500 ml` can be understood in two ways. */
function readSize(text: string): Size | null {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const [number = ''] = numbers;
  if (numbers.length !== 1 || number.includes(',')) return null;
  const amount = Number(number);
  if (!(amount > 0)) return null;
  for (const { large, sizes } of MEASURES)
    for (const [words, factor] of Object.entries(sizes))
      if (new RegExp(`\\d\\s*(?:${words})\\b`, 'i').test(text))
        return { measure: large, amount: Math.round(amount * factor * 1e6) / 1e6 };
  return PIECES.test(text.replace(number, ' ')) ? { measure: 'piece', amount } : null;
}

import { countAllowedTypos, isTypoOfWord } from '#contract/rules/text/search-words.ts';

/** Synonyms for goods in Nigerian markets and kitchens, one product per line, in lower case without accents. */
const SAME = `
  garri, gari, gaari
  beans, ewa, wake, agwa
  honey beans, oloyin
  rice, iresi, shinkafa, osikapa
  yam, isu, doya
  yam flour, elubo, amala
  cassava, ege, gbaguda, paki, rogo
  fufu, akpu, santana
  maize, corn, agbado, masara, oka
  millet, gero, jero
  sorghum, guinea corn, dawa, oka baba
  pap, ogi, akamu, koko
  semolina, semo, semovita
  flour, iyefun, fulawa
  bread, buredi, burodi
  plantain, ogede
  banana, ogede, ayaba
  cocoyam, ede, gwaza
  potato, potatoes, irish, dankali, anamo
  sweet potato, odunkun
  groundnut, groundnuts, epa, peanut, peanuts, gyada, ahuekere
  sesame, beniseed, ridi, isasa
  tiger nut, tigernut, aya, ofio
  soya beans, soybeans, soya, waken suya
  egusi, melon seed, agusi, agushi
  ogbono, apon
  locust beans, iru, dawadawa, ogiri
  crayfish, ede, isha, crawfish
  pepper, ata, barkono, ose
  ginger, ata ile, citta, jinja
  garlic, ayu, tafarnuwa
  onion, onions, alubosa, albasa, yabasi
  tomato, tomatoes, tomati, tumatir
  okra, okro, ila, kubewa, okwuru
  spinach, efo, alefo
  pumpkin leaf, ugu
  bitter leaf, bitterleaf, ewuro, onugbu
  jute leaf, ewedu, ayoyo
  soup, obe, miya, ofe
  oil, epo, mai
  palm oil, epo pupa, red oil, manja, mmanu
  groundnut oil, ororo, peanut oil
  vegetable oil, ororo, kings, power oil
  salt, iyo, gishiri, nnu
  sugar, suga, sikari, shuga
  honey, oyin, zuma
  seasoning, maggi, knorr, bouillon, dandano
  noodles, noodle, indomie
  spaghetti, spag
  fish, eja, kifi, azu
  mackerel, titus
  stockfish, okporoko, panla
  meat, eran, nama, anu
  beef, eran malu, naman sa, cow meat
  goat meat, eran ewure, naman akuya
  cow skin, ponmo, pomo, kpomo, kanda, ganda
  chicken, adie, adiye, kaza, okuko
  turkey, tolotolo, talotalo
  egg, eggs, eyin, kwai, akwa
  snail, snails, igbin, ejula
  prawn, prawns, shrimp, shrimps
  milk, wara, madara, peak, cowbell, dano
  cocoa malt drink, milo, bournvita, ovaltine
  tea, lipton, shayi, tii
  oats, quaker
  cornflakes, corn flakes, kelloggs
  butter, margarine, bota
  water, omi, ruwa, pure water
  coconut, agbon, kwakwa, aki oyibo
  orange, oranges, osan, lemu
  pineapple, ope oyinbo, abarba
  soap, ose, sabulu, ncha
  detergent, washing powder, soap powder, omo, ariel, klin
  bleach, hypo, jik
  toilet tissue, tissue paper, toilet paper, toilet roll
  diapers, diaper, pampers, huggies, molfix, nappy, nappies
  sanitary pad, sanitary pads, pads
  toothpaste, close up, macleans, oral b
  matches, ashana, isana
  kerosene, kero, kalanzir
`;

/**
 * A search for the first word of a line also finds the others, but not the reverse: `mackerel` must not find every
 * fish.
 */
const KINDS = `
  fish, mackerel, stockfish, crayfish, catfish, croaker, sardine, sardines, tilapia
  meat, beef, chicken, turkey, goat, ponmo
  pepper, rodo, tatashe, shombo
  swallow, garri, elubo, semolina, semovita, fufu
  pasta, spaghetti, macaroni
`;

type Phrase = readonly string[];
const linesOf = (list: string): Phrase[][] =>
  list
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((phrase) => phrase.trim().split(' ')));

const same = linesOf(SAME);
const kinds = linesOf(KINDS);
const EVERYDAY = new Set([...same, ...kinds].flat(2));
const REWRITTEN_MAX = 4;

/** @returns the single-word synonyms of a search term. */
export function getSynonyms(typed: string): string[] {
  const named = same.filter((line) => line.some((phrase) => isWord(phrase, typed)));
  const names = [[typed], ...named.flat()];
  const ofKind = kinds.filter(([name]) => names.some((phrase) => isWord(phrase, name?.[0] ?? '')));
  const found = [...named.flat(), ...ofKind.flat()].filter((phrase) => phrase.length === 1).flat();
  return [...new Set(found)].filter((word) => word !== typed);
}

/** Rewrites a search with synonyms of several words, such as `elubo` for `yam flour`, and the reverse. */
export function rewriteSearchWithSynonyms(typed: readonly string[]): string[][] {
  const rewritten = same.flatMap((line) =>
    line.flatMap((phrase) => {
      const at = typed.findIndex((_, index) => phrase.every((word, next) => typed[index + next] === word));
      if (at < 0) return [];
      return line
        .filter((other) => other !== phrase && (other.length > 1 || phrase.length > 1))
        .map((other) => [...typed.slice(0, at), ...other, ...typed.slice(at + phrase.length)]);
    }),
  );
  return rewritten.slice(0, REWRITTEN_MAX);
}

/** @returns the synonym that is closest to a mistyped search term. */
export function findClosestSynonym(typed: string): string | undefined {
  if (countAllowedTypos(typed) === 0 || EVERYDAY.has(typed)) return undefined;
  return [...EVERYDAY].find((word) => word.length > 3 && isTypoOfWord(typed, word));
}

function isWord(phrase: Phrase, word: string): boolean {
  return phrase.length === 1 && phrase[0] === word;
}

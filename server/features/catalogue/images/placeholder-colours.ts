/** Background colours shown while an image loads. The app defines them in this order as `--tone-0` to `--tone-15`. */
export const IMAGE_PLACEHOLDER_COLOURS = [
  '#e9e4da',
  '#f4efe6',
  '#c9c2b6',
  '#8d877d',
  '#4a463f',
  '#e8c9a0',
  '#c79a62',
  '#8a5f35',
  '#5a3a1e',
  '#e9b44a',
  '#d9762f',
  '#b4412c',
  '#7f2a2a',
  '#9db56a',
  '#4f7a3f',
  '#8fa9b8',
] as const;

export interface RgbColour {
  r: number;
  g: number;
  b: number;
}

/** @returns the index of the nearest placeholder colour, measured as the eye sees: green differences count most. */
export function findNearestPlaceholderColour(colour: RgbColour): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, hex] of IMAGE_PLACEHOLDER_COLOURS.entries()) {
    const tone = fromHex(hex);
    const distance =
      2 * (tone.r - colour.r) ** 2 + 4 * (tone.g - colour.g) ** 2 + 3 * (tone.b - colour.b) ** 2;
    if (distance < least) {
      least = distance;
      nearest = index;
    }
  }
  return nearest;
}

export function formatHexColour({ r, g, b }: RgbColour): string {
  return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function fromHex(hex: string): RgbColour {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 0xff, b: value & 0xff };
}

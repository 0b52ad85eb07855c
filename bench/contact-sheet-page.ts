/** One picture of the sheet and, where there is one, the design's picture of the same state. */
export interface Picture {
  title: string;
  screen: string;
  width: number;
  /** File name beside the sheet. */
  file: string;
  /** Path from the sheet to the design's picture. */
  design: string | null;
}

const STYLE = `
body { margin: 24px; font: 14px/1.4 system-ui, sans-serif; background: #d8d8d8; color: #111; }
section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; }
h2 { margin: 32px 0 8px; }
figure { margin: 0; display: flex; gap: 4px; flex-wrap: wrap; background: #fff; padding: 8px; }
figcaption { inline-size: 100%; }
img { inline-size: 240px; display: block; border: 1px solid #999; }
img[data-wide] { inline-size: 520px; }
[data-small] img { inline-size: 150px; }
[data-small] img[data-wide] { inline-size: 330px; }
img[data-design] { outline: 3px solid #b58900; }
ul { color: #a00; }
`;

/** The whole sheet as one page: ours, then (yellow frame) the design's. */
export function renderSheet(pictures: readonly Picture[], faults: readonly string[]): string {
  const screens = [...new Set(pictures.map((picture) => picture.screen))];
  const sections = screens.map((screen) => {
    const own = pictures.filter((picture) => picture.screen === screen);
    return `<h2>${escapeHtml(screen)}</h2>\n<section>${own.map(renderPicture).join('\n')}</section>`;
  });
  const list = faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style>
<h1>Contact sheet</h1><p>${pictures.length} pictures, ${faults.length} faults. Yellow frame: the design.</p><ul>${list}</ul>
${sections.join('\n')}</html>`;
}

function renderPicture({ title, file, design, width }: Picture): string {
  const wide = width > 600 ? ' data-wide' : '';
  const image = (src: string, mark: string) => `<img src="${escapeHtml(src)}" alt=""${wide}${mark}>`;
  return `<figure><figcaption>${escapeHtml(title)}</figcaption>${image(file, '')}${design ? image(design, ' data-design') : ''}</figure>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

import { fontMetrics } from './font-metrics.gen.ts'
import { brandFonts, getFontFile } from './tokens.ts'

/** System fonts and their average width in em, of the same text as those of the web fonts. Liberation has that of Arial. */
const systemFonts = {
  regular: { names: ['Arial', 'Liberation Sans', 'Helvetica'], width: 0.4192 },
  bold: { names: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'], width: 0.4525 },
  narrowBold: { names: ['Arial Narrow Bold', 'Liberation Sans Narrow Bold'], width: 0.3711 },
} as const

type FontName = keyof typeof fontMetrics

function createWebFont(font: FontName): string {
  return `@font-face {
    font-family: '${font} Variable';
    font-weight: 100 900;
    font-display: swap;
    src: url('${getFontFile(font)}') format('woff2');
  }`
}

/** Whether Arial Narrow is more like the font than Arial. */
function isNarrow(font: FontName): boolean {
  const { narrowBold, bold } = systemFonts
  return fontMetrics[font].widths[700] < (narrowBold.width + bold.width) / 2
}

/** A system font in the size that gives its text the width of the web font in a weight, and with its line height. */
function createFallback(
  family: string,
  font: FontName,
  systemFont: keyof typeof systemFonts,
  weight: 400 | 600 | 700,
): string {
  const { ascent, descent, widths } = fontMetrics[font]
  const { names, width } = systemFonts[systemFont]
  const scale = widths[weight] / width
  const percent = (ratio: number) => `${(ratio * 100).toFixed(2)}%`
  return `@font-face {
    font-family: '${family}';
    font-weight: ${systemFont === 'regular' ? '100 500' : '600 900'};
    src: ${names.map((name) => `local('${name}')`).join(', ')};
    size-adjust: ${percent(scale)};
    ascent-override: ${percent(ascent / scale)};
    descent-override: ${percent(descent / scale)};
    line-gap-override: 0%;
  }`
}

/** The two web fonts and their fallback fonts, adjusted so that the layout does not shift when the web fonts load. */
export const fontFaces = [
  createWebFont(brandFonts.heading),
  createWebFont(brandFonts.text),
  ...(isNarrow(brandFonts.heading)
    ? [createFallback('Narrow Heading Fallback', brandFonts.heading, 'narrowBold', 700)]
    : []),
  createFallback('Heading Fallback', brandFonts.heading, 'bold', 700),
  createFallback('Text Fallback', brandFonts.text, 'regular', 400),
  createFallback('Text Fallback', brandFonts.text, 'bold', 600),
].join('\n')

import { fontMetrics } from './font-metrics.gen.ts'
import { brandFonts, getFontFile } from './tokens.ts'

/** System fonts and their average widths in em, of the same text as those of the web fonts. Liberation has those of Arial. */
const systemFonts = {
  regular: { names: ['Arial', 'Liberation Sans', 'Helvetica'], width: 0.4192, labelWidth: 0.5666 },
  bold: { names: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'], width: 0.4525, labelWidth: 0.5725 },
  narrowBold: { names: ['Arial Narrow Bold', 'Liberation Sans Narrow Bold'], width: 0.3711, labelWidth: 0.4695 },
} as const

/** Font weights of each use of a font. Labels are uppercase. */
const weights = { text: '100 500', strongText: '600 900', label: '100 600', title: '700 900' } as const

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
  return fontMetrics[font].widths.title < (narrowBold.width + bold.width) / 2
}

/** A system font in the size that gives its text the width of the web font in a use, and with its line height. */
function createFallback(
  family: string,
  font: FontName,
  use: keyof typeof weights,
  systemFont: keyof typeof systemFonts,
): string {
  const { ascent, descent, widths } = fontMetrics[font]
  const { names, width, labelWidth } = systemFonts[systemFont]
  const scale = widths[use] / (use === 'label' ? labelWidth : width)
  const percent = (ratio: number) => `${(ratio * 100).toFixed(2)}%`
  return `@font-face {
    font-family: '${family}';
    font-weight: ${weights[use]};
    src: ${names.map((name) => `local('${name}')`).join(', ')};
    size-adjust: ${percent(scale)};
    ascent-override: ${percent(ascent / scale)};
    descent-override: ${percent(descent / scale)};
    line-gap-override: 0%;
  }`
}

const { heading, text } = brandFonts

/** The two web fonts and their fallback fonts, adjusted so that the layout does not shift when the web fonts load. */
export const fontFaces = [
  createWebFont(heading),
  createWebFont(text),
  ...(['label', 'title'] as const).flatMap((use) => [
    ...(isNarrow(heading) ? [createFallback('Narrow Heading Fallback', heading, use, 'narrowBold')] : []),
    createFallback('Heading Fallback', heading, use, 'bold'),
  ]),
  createFallback('Text Fallback', text, 'text', 'regular'),
  createFallback('Text Fallback', text, 'strongText', 'bold'),
].join('\n')

import type { Page } from '@playwright/test'
import { brandFonts } from '#src/theme/tokens.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

const { heading, text } = brandFonts

test('fallback fonts have the width and the line height of the web fonts', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  for (const { font, fallback, weight, isLabel = false } of [
    { font: heading, fallback: "'Narrow Heading Fallback', 'Heading Fallback'", weight: 700 },
    { font: heading, fallback: "'Heading Fallback'", weight: 700 },
    { font: heading, fallback: "'Heading Fallback'", weight: 600, isLabel: true },
    { font: text, fallback: "'Text Fallback'", weight: 400 },
  ]) {
    const webFont = await measureLine(page, `${weight} 100px '${font} Variable', monospace`, isLabel)
    const line = await measureLine(page, `${weight} 100px ${fallback}, monospace`, isLabel)
    expect(line.width / webFont.width, `${fallback} at ${weight}`).toBeCloseTo(1, 1.5)
    expect(line.height / webFont.height, `${fallback} at ${weight}`).toBeCloseTo(1, 1.5)
  }
})

/** Returns width and height in px of a line of text in a font, as `font` in CSS. */
const measureLine = (page: Page, font: string, isLabel: boolean) =>
  page.evaluate(
    async ({ value, textTransform }) => {
      await document.fonts.load(value)
      const line = document.createElement('span')
      line.append('Stations, fabrication and facilities: we set, weld and test what the pipeline connects')
      Object.assign(line.style, {
        position: 'absolute',
        font: value,
        lineHeight: 'normal',
        whiteSpace: 'nowrap',
        textTransform,
      })
      document.body.append(line)
      const { width, height } = line.getBoundingClientRect()
      line.remove()
      return { width, height }
    },
    { value: font, textTransform: isLabel ? 'uppercase' : 'none' },
  )

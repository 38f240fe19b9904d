import { expect, test } from 'vitest'
import { pictureAttributeRules } from '#src/theme/global-styles.ts'
import { getPictureAttributes } from './picture.tsx'

const RULE = /\[data-(\w+)([*^$])='([^']*)'\] \{ --(\w): (\d+)%? \}/g

/** Whether an attribute selector with this operator matches. */
const OPERATORS: Readonly<Record<string, (value: string, part: string) => boolean>> = {
  '^': (value, part) => value.startsWith(part),
  '*': (value, part) => value.includes(part),
  $: (value, part) => value.endsWith(part),
}

/** Computes the custom properties that the rules set for an attribute value. Throws if two rules set the same one. */
function computeProperties(attribute: string, value: string): Readonly<Record<string, number>> {
  const properties: Record<string, number> = {}
  for (const [, name, operator = '', part = '', property = '', number] of pictureAttributeRules.matchAll(RULE)) {
    if (name !== attribute || !OPERATORS[operator]?.(value, part)) continue
    if (property in properties) throw new Error(`two rules for --${property} of ${value}`)
    properties[property] = Number(number)
  }
  return properties
}

test('sets every focal point exactly', () => {
  for (let percent = 0; percent <= 100; percent++) {
    const other = 100 - percent
    const value = getPictureAttributes({ focalPoint: `${percent}% ${other}%` })['data-focus'] ?? ''
    const { x = Number.NaN, i = Number.NaN, y = Number.NaN, j = Number.NaN } = computeProperties('focus', value)
    expect([x + i, y + j]).toEqual([percent, other])
  }
})

test('sets every color within half of one of 8 levels', () => {
  for (let level = 0; level <= 255; level++) {
    const channels = [level, 255 - level, (level + 128) % 256]
    const color = `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    const { r, g, b } = computeProperties('color', getPictureAttributes({ color })['data-color'] ?? '')
    for (const [index, actual = Number.NaN] of [r, g, b].entries())
      expect(Math.abs(actual - (channels[index] ?? Number.NaN)), color).toBeLessThan(19)
  }
})

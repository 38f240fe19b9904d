import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { MainlinePipelinePage } from './mainline-pipeline-page.tsx'

const html = renderToStaticMarkup(<MainlinePipelinePage content={mapSeedContent('mainline')} />)
const texts = html.split(/<[^>]*>/).map((text) => text.trim())

/** In the order of requirements §3. */
const STAGES = [
  'Clearing',
  'Grading',
  'Environmental',
  'Ditching',
  'Blasting',
  'Stringing',
  'Bending',
  'Welding',
  'Coating',
  'Lowering In',
  'Tie-In',
  'Back Filling',
  'Testing',
  'ROW Cleanup',
  'Road Bore',
  'HDD',
]

test('§2 shows tagline, scope of capabilities, stages, footer line and America is Home, in this order', () => {
  const parts = [
    'Infrastructure Networks',
    'Mainline pipeline',
    'Scope of capabilities',
    'Sixteen trades, one line',
    'Clearing',
    'HDD',
    'One crew culture from the first tree to the last blade of grass.',
    'America is Home',
  ]
  expect(texts.filter((text) => parts.includes(text))).toEqual(parts)
  expect(html.slice(html.indexOf('America is Home</h2>')).match(/<p\b/g)).toHaveLength(2)
})

test('§3 shows the 16 stages in order, each with a picture and its text alternative', () => {
  expect(texts.filter((text) => STAGES.includes(text))).toEqual(STAGES)
  const items = html.split('<li').slice(1)
  expect(items.filter((item) => /<img [^>]*alt="\w{3}/.test(item))).toHaveLength(16)
})

test('shows the header picture with its text alternative', () => {
  expect(html).toMatch(/^<div [^>]*>(<picture>.*?)?<img [^>]*alt="Green pipeline on skids/)
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { MainlinePipelinePage } from './mainline-pipeline-page.tsx'

test('has a list with one stage, and none without stages', () => {
  const seed = mapSeedContent('mainline')
  const countItems = (count: number) => {
    const content = { ...seed, stages: seed.stages.slice(0, count) }
    const html = renderToStaticMarkup(<MainlinePipelinePage content={content} />)
    return [html.split('<ol').length - 1, html.split('<li').length - 1]
  }
  expect([0, 1, 2].map(countItems)).toEqual([
    [0, 0],
    [1, 1],
    [1, 2],
  ])
})

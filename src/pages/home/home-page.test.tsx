import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { HomePage } from './home-page.tsx'

const home = mapSeedContent('home')
const { interfaceTexts } = mapSeedContent('site')
const renderPage = (content: typeof home) => renderToStaticMarkup(<HomePage content={content} texts={interfaceTexts} />)

test('has no list without figures', () => {
  const facts = [{ id: 'miles', figure: '9', text: 'Miles' }]
  const countLists = (content: typeof home) => renderPage(content).split('<ul').length - 1
  expect(countLists({ ...home, facts: [] })).toBe(countLists({ ...home, facts }) - 1)
})

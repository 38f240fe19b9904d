import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { OtherBuildError } from '#src/content/content-query.ts'
import { PageLoadError } from './page-load-error.tsx'

const texts = { ...mapSeedContent('site').interfaceTexts, pageUpdated: 'There is a newer page.' }
const getHeading = (error: unknown) =>
  /<h1[^>]*>(.*)<\/h1>/.exec(renderToStaticMarkup(<PageLoadError error={error} texts={texts} />))?.[1]

const missingFiles = [
  'Failed to fetch dynamically imported module: https://site.example/assets/contact-Ab12.js',
  'error loading dynamically imported module: https://site.example/assets/contact-Ab12.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/contact-Ab12.css',
].map((message) => new TypeError(message))

test.each([...missingFiles, new OtherBuildError('other')])(
  '§8.10 names an update if a file of the page is missing or of another build: %s',
  (error) => {
    expect(getHeading(error)).toBe('There is a newer page.')
  },
)

test.each([
  new DOMException('The node to be removed is not a child of this node.', 'NotFoundError'),
  new TypeError('Failed to fetch'),
  undefined,
])('§8.11 names no update for another error: %s', (error) => {
  expect(getHeading(error)).toBe('This page could not be shown. Please reload it.')
})

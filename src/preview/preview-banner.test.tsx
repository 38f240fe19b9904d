import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PreviewState } from '#shared/preview-contract.ts'
import { PreviewBanner } from './preview-banner.tsx'
import { UnpublishedList } from './unpublished-list.tsx'

const link = 'https://app.contentful.com/spaces/s/environments/master/entries/weld'
const entry = { id: 'weld', type: 'Gallery image', title: 'A weld', state: 'draft', link } as const
const emptyState: PreviewState = { unpublished: [], refused: [], rebuildProblem: null }
const defaults = {
  state: emptyState,
  error: undefined,
  path: '/gallery?photo=weld',
  onRetry: () => {},
  isFramed: false,
}

const banner = (props: Partial<ComponentProps<typeof PreviewBanner>> = {}) =>
  renderToStaticMarkup(<PreviewBanner {...defaults} {...props} />)

const renderList = (state: Partial<PreviewState>, isFramed = false) =>
  renderToStaticMarkup(<UnpublishedList state={{ ...emptyState, ...state }} isFramed={isFramed} />)

const getText = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test.each([
  ['All published', emptyState],
  ['1 not published', { ...emptyState, unpublished: [entry] }],
  ['2 not published, 1 problem', { ...emptyState, unpublished: [entry, entry], rebuildProblem: 'No space left.' }],
  ['All published, 2 problems', { ...emptyState, refused: [{ ...entry, reason: '/a → /a' }], rebuildProblem: 'Full.' }],
])('§10.10 says that visitors see published content only, and the counts: %s', (text, state) => {
  const html = banner({ state })
  expect(getText(html)).toContain('Visitors see only what is published.')
  expect(getText(html)).toContain(` ${text} `)
  expect(html).toContain('<p role="status"></p>')
})

test('§10.9 §10.10 leads to the published page with its query and to the report; inside Contentful to the page in a new tab', () => {
  expect(banner()).toContain('href="/preview/leave?path=%2Fgallery%3Fphoto%3Dweld"')
  expect(banner()).not.toContain('target=')
  expect(banner({ isFramed: true })).toMatch(
    /<a [^>]*href="\/preview\/leave[^>]*target="_blank"[^>]*>See the published page</,
  )
  expect(renderList({})).toMatch(/<a [^>]*href="\/preview\/report" target="_blank"/)
  expect(renderList({}, true)).toMatch(/<a href="\/preview\/report" class="[^"]*">Content report/)
})

test('after the session has ended, explains how to open the preview again', () => {
  const html = banner({ error: 'ended' })
  expect(getText(html)).toContain('open the preview from Contentful again')
  expect(html).toContain('href="/gallery?photo=weld"')
  expect(html).not.toContain('/preview/leave')
})

test.each([
  ['unread', 'Drafts cannot be read at the moment'],
  ['no list', 'The list of what is not published'],
] as const)('offers to try again after an error: %s', (error, text) => {
  expect(banner({ error })).toMatch(new RegExp(`role="status">${text}.*<button[^>]*>Try again`))
  expect(banner({ error: 'unfinished' })).not.toContain('Try again')
})

test('§10.10 lists an entry with type, state and a link to the CMS in a new tab, and says why the page leaves it out', () => {
  const html = renderList({ unpublished: [entry] })
  expect(html).toMatch(new RegExp(`<a [^>]*href="${link}" target="_blank"`))
  expect(getText(html)).toMatch(/A weld\s+\(opens in a new tab\) Gallery image Draft/)
  const text = getText(renderList({ unpublished: [{ ...entry, state: 'changed', missingField: 'Alternative text' }] }))
  expect(text).toContain('Gallery image Not shown here: Alternative text is missing Changed')
})

test('§10.5 shows the reasons of redirects without effect and of failed rebuilds', () => {
  const refused = [{ ...entry, title: '/round', reason: '/round → /about → /round' }]
  const text = getText(renderList({ refused, rebuildProblem: 'No space left on the disk.' }))
  expect(text).toMatch(/\/round .* \/round → \/about → \/round/)
  expect(text).toContain('the last rebuild failed: No space left on the disk.')
  expect(text).toContain('Visitors see everything that you see here')
})

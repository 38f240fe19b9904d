import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PreviewState } from '#server/preview/contract.ts'
import { PreviewBanner } from './preview-banner.tsx'
import { UnpublishedList } from './unpublished-list.tsx'

const link = 'https://app.contentful.com/spaces/s/environments/master/entries/weld'
const entry = { id: 'weld', type: 'Gallery image', title: 'A weld', state: 'draft', link } as const
const nothing: PreviewState = { unpublished: [], refused: [], rebuildProblem: null }

const banner = (given: Partial<ComponentProps<typeof PreviewBanner>> = {}) =>
  renderToStaticMarkup(
    <PreviewBanner
      state={nothing}
      error={undefined}
      path="/gallery?photo=weld"
      onRetry={() => {}}
      isFramed={false}
      {...given}
    />,
  )

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('it says that visitors do not see this', () => {
  expect(textOf(banner())).toContain('Visitors see only what is published.')
})

test.each([
  ['All published', nothing],
  ['1 not published', { ...nothing, unpublished: [entry] }],
  ['2 not published, 1 problem', { ...nothing, unpublished: [entry, entry], rebuildProblem: 'No space left.' }],
  ['All published, 2 problems', { ...nothing, refused: [{ ...entry, reason: '/a → /a' }], rebuildProblem: 'Full.' }],
])('it counts: %s', (words, state) => {
  expect(textOf(banner({ state }))).toContain(` ${words} `)
})

test('the way out leads back to the same page, with what is open on it', () => {
  expect(banner()).toContain('href="/preview/leave?path=%2Fgallery%3Fphoto%3Dweld"')
})

test('inside Contentful there is no way out: one leaves by leaving the entry', () => {
  expect(banner({ isFramed: true })).not.toContain('/preview/leave')
})

test('an ended preview claims no more to be one, and says how to come back', () => {
  const html = banner({ error: 'ended' })
  expect(textOf(html)).toContain('open the preview from Contentful again')
  expect(html).toContain('href="/gallery?photo=weld"')
  expect(html).not.toContain('/preview/leave')
})

test('drafts that cannot be read are told of, and can be asked for again', () => {
  const html = banner({ error: 'unread' })
  expect(html).toMatch(/role="status">Drafts cannot be read at the moment/)
  expect(html).toMatch(/<button[^>]*>Try again/)
})

test('what announces trouble is there before it comes', () => {
  expect(banner()).toContain('<p role="status"></p>')
})

const listed = (state: Partial<PreviewState>, isFramed = false) =>
  renderToStaticMarkup(<UnpublishedList state={{ ...nothing, ...state }} isFramed={isFramed} />)

test('an entry has its title, type and state, and a way into the CMS in a new tab that says so', () => {
  const html = listed({ unpublished: [entry] })
  expect(html).toMatch(new RegExp(`<a [^>]*href="${link}" target="_blank"`))
  expect(textOf(html)).toMatch(/A weld\s+\(opens in a new tab\) Gallery image Draft/)
})

test('an entry that nobody has named yet can be found all the same', () => {
  expect(textOf(listed({ unpublished: [{ ...entry, title: ' ' }] }))).toContain('Without a title')
})

test('a refused redirect is named with its reason, a failed rebuild with its cause', () => {
  const words = textOf(
    listed({
      refused: [{ ...entry, title: '/round', reason: '/round → /about → /round' }],
      rebuildProblem: 'No space left on the disk.',
    }),
  )
  expect(words).toMatch(/\/round .* \/round → \/about → \/round/)
  expect(words).toContain('the last rebuild failed: No space left on the disk.')
  expect(words).toContain('Visitors see everything that you see here')
})

test('the health report is one step away', () => {
  expect(listed({})).toContain('href="/preview/report" target="_blank"')
})

test('inside Contentful the health report opens in its frame, where alone the editor is known', () => {
  expect(listed({}, true)).toMatch(/<a href="\/preview\/report" class="[^"]*">Health report/)
})

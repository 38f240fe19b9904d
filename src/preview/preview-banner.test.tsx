import type { ComponentProps, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PreviewState } from '#shared/preview-contract.ts'
import { PreviewBanner } from './preview-banner.tsx'
import { UnpublishedList } from './unpublished-list.tsx'

const createLink = (id: string) => `https://app.contentful.com/spaces/s/environments/master/entries/${id}`
const createEntry = (id: string, title: string) => ({ id, type: 'Gallery image', title, link: createLink(id) })
const refused = [
  { ...createEntry('round', '/round'), reason: '/round → /about → /round' },
  { ...createEntry('far', '/far'), reason: 'This is a page.' },
]
const weld = { ...createEntry('weld', 'A weld'), state: 'draft' } as const
const crew = { ...createEntry('crew', 'Büro & Crew'), type: 'Asset', state: 'changed' } as const
const unpublished = [weld, { ...crew, missingField: 'Alternative text' }, { ...crew, id: 'weld' }]
const published: PreviewState = { unpublished: [], refused: [], rebuildProblem: null }

/** The HTML without classes and icons, with an element and its text in each line. The ids are numbers. */
function toHtml(element: ReactElement): readonly string[] {
  const html = renderToStaticMarkup(element).replaceAll(/ class="[^"]*"|<svg.*?<\/svg>|<\/\w+>/g, '')
  const ids = [...new Set(html.match(/_R_\w+_/g))]
  const numbered = ids.reduce((text, id, index) => text.replaceAll(id, `${index + 1}`), html)
  return numbered.split(/(?=<)/).map((line) => line.trim())
}

const renderBanner = (props: Partial<ComponentProps<typeof PreviewBanner>>) => {
  const defaults = { state: undefined, error: undefined, path: '/gallery?photo=weld', isFramed: false }
  return toHtml(<PreviewBanner {...defaults} onRetry={() => {}} {...props} />)
}
const renderList = (state: Partial<PreviewState>, isFramed = false) =>
  toHtml(<UnpublishedList state={{ ...published, ...state }} isFramed={isFramed} />)

const BAR = ['<div>', '<p>Preview', '<p>Visitors see only what is published.']
const LEAVE = [
  '<a href="/preview/leave?path=%2Fgallery%3Fphoto%3Dweld" rel="noopener">',
  '<span>Leave',
  '<span> preview',
]

test.each<[string, Partial<PreviewState>]>([
  ['All published', {}],
  ['1 not published', { unpublished: [weld] }],
  ['3 not published, 1 problem', { unpublished, rebuildProblem: 'No space left.' }],
  ['All published, 3 problems', { refused, rebuildProblem: 'Full.' }],
])('§10.9 §10.10 says that visitors see published content only, the counts, and how to leave: %s', (text, state) => {
  const toggle = [`<button type="button" aria-expanded="false" aria-controls="1">${text}`, '<div id="1" hidden="">']
  const start = ['<section aria-label="Preview">', '<div>', '<p role="status">', ...BAR, ...toggle]
  expect(renderBanner({ state: { ...published, ...state } })).toEqual([...start, ...LEAVE])
  const [leave = ''] = LEAVE
  expect(renderBanner({ state: { ...published, ...state }, isFramed: true })).toEqual([
    ...start,
    leave.replace(' rel', ' target="_blank" rel').concat('See the published page'),
  ])
})

const RETRY = '<button type="button">Try again'

test.each([
  ['unread', 'Drafts cannot be read at the moment: the page may show older content.', [RETRY, ...BAR, ...LEAVE]],
  [
    'unfinished',
    'Something that the page needs is missing or is not valid: that part is not shown as it stands in Contentful.',
    [...BAR, ...LEAVE],
  ],
  ['no list', 'The list of what is not published cannot be read at the moment.', [RETRY, ...BAR, ...LEAVE]],
  [
    'ended',
    'This preview has ended. To come back, open the preview from Contentful again.',
    ['<a href="/gallery?photo=weld">Show the published page'],
  ],
] as const)('an error says what it is, and what to do: %s', (error, text, expected) => {
  const notice = ['<section aria-label="Preview">', `<div data-problem="${error}">`, `<p role="status">${text}`]
  expect(renderBanner({ error })).toEqual([...notice, ...expected])
})

const createLinkHtml = (href: string, text: string) => [
  `<a href="${href}" target="_blank" rel="noopener noreferrer">`,
  ...[`<span>${text}`, '<span> (opens in a new tab)'],
]

test('§10.5 §10.10 the list has the report, each problem and each entry, with its link to Contentful', () => {
  expect(renderList({ unpublished, refused, rebuildProblem: 'No space left on the disk.' })).toEqual([
    ...['<div>', '<p>', ...createLinkHtml('/preview/report', 'Content report')],
    '<p>Visitors still see older pages, because the last rebuild failed: No space left on the disk.',
    ...['<p id="1">Redirects without effect', '<ul aria-labelledby="1">'],
    ...['<li>', ...createLinkHtml(createLink('round'), '/round'), '<span>/round → /about → /round'],
    ...['<li>', ...createLinkHtml(createLink('far'), '/far'), '<span>This is a page.'],
    ...['<p id="2">Not yet for visitors', '<ul aria-labelledby="2">'],
    ...['<li>', ...createLinkHtml(createLink('weld'), 'A weld')],
    ...['<span>Gallery image', '<span data-state="draft">Draft'],
    ...['<li>', ...createLinkHtml(createLink('crew'), 'Büro &amp; Crew')],
    ...['<span>Asset', '<span>Not shown here: Alternative text is missing', '<span data-state="changed">Changed'],
    ...['<li>', ...createLinkHtml(createLink('crew'), 'Büro &amp; Crew')],
    ...['<span>Asset', '<span data-state="changed">Changed'],
  ])
  const [report, all] = ['<a href="/preview/report">Content report', 'Visitors see everything that you see here']
  expect(renderList({}, true), 'in the frame of Contentful').toEqual(['<div>', '<p>', report, `<p id="1">${all}`])
})

import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { getSeedLinks } from '#cms/seed/validate-links.ts'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { type ContentName, fetchCmsContent } from '#src/content/cms-content.ts'
import { InspectorPropsContext } from '#src/content/inspector-props.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { SnackBarProvider } from '#src/layout/snack-bar-provider.tsx'
import { firstContent } from '#tests/first-content/first-content.ts'
import { queryFirstContent } from '#tests/first-content/query-first-content.ts'
import { renderWithRouter } from '#tests/setup/render-with-router.tsx'
import { ContactPage } from './contact/contact-page.tsx'
import { GalleryPage } from './gallery/gallery-page.tsx'
import { HomePage } from './home/home-page.tsx'
import { MainlinePipelinePage } from './mainline-pipeline/mainline-pipeline-page.tsx'
import { ServicesPage } from './services/services-page.tsx'

// What requirements.md says of the first content, and how the code shows it. The content never changes
// (tests/first-content): these tests fail for a change of the code, not when editors change cms/seed.

/** Reads the first content of a page as from Contentful: validated and mapped. */
async function readFirstContent<Name extends ContentName>(name: Name) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({ data: queryFirstContent(name) }))
  const endpoint = { url: 'https://contentful.example', headers: {}, timeoutMs: 60_000 }
  const { content, isComplete } = await fetchCmsContent(name, endpoint)
  expect(isComplete, name).toBe(true)
  return content
}

const site = await readFirstContent('site')
const home = await readFirstContent('home')
const services = await readFirstContent('services')
const gallery = await readFirstContent('gallery')
const contact = await readFirstContent('contact')
const mainline = await readFirstContent('mainline')

const { interfaceTexts: texts, shortName } = site
const local = createBrowserStorage(() => undefined)
const layout = (
  <SiteLayout site={site} isLoading={false} waitingNavigation={undefined}>
    <h1>Page</h1>
  </SiteLayout>
)
const contactPage = (
  <QueryClientProvider client={new QueryClient()}>
    <SnackBarProvider>
      <ContactPage content={contact} texts={texts} shortName={shortName} storages={{ local, session: local }} />
    </SnackBarProvider>
  </QueryClientProvider>
)
const galleryPage = <GalleryPage content={gallery} isFetched={false} texts={texts} photo={undefined} />

/** Returns the page as an editor's preview has it: elements that show a field name it, as `data-field="<entry>.<field>"`. */
const renderPreview = async (page: ReactNode, path?: string) => {
  const getInspectorProps = (entry: string, field: string) => ({ 'data-field': `${entry}.${field}` })
  return decode(
    await renderWithRouter(<InspectorPropsContext value={getInspectorProps}>{page}</InspectorPropsContext>, path),
  )
}

const html = {
  siteSettings: await renderPreview(layout),
  homePage: await renderPreview(<HomePage content={home} texts={texts} />),
  servicesPage: await renderPreview(<ServicesPage content={services} texts={texts} />),
  galleryPage: await renderPreview(galleryPage, '/gallery'),
  contactPage: await renderPreview(contactPage),
  mainlinePage: await renderPreview(<MainlinePipelinePage content={mainline} />),
} satisfies Partial<Record<keyof typeof model, string>>

/** Replaces the entities of HTML by their characters. */
function decode(text: string): string {
  const characters = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' }
  return Object.entries(characters).reduce((result, entity) => result.replaceAll(...entity), text)
}

/** Returns those texts of a page that are expected, in the order of the page. */
const findTexts = (page: keyof typeof html, expected: readonly string[]) =>
  html[page]
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => expected.includes(text))

/** Asserts that a page has these texts, each once, in this order. */
const expectTexts = (page: keyof typeof html, expected: readonly string[]) =>
  expect(findTexts(page, expected)).toEqual(expected)

const findAll = (page: keyof typeof html, pattern: RegExp) => [...html[page].matchAll(pattern)].map(([, text]) => text)

const isShown = (page: keyof typeof html, value: unknown) =>
  typeof value !== 'string' || value.split(/\n+/).every((paragraph) => html[page].includes(paragraph))

/** Returns the fields of a page’s entries whose texts the page does not contain, as `contactPage.sentTitle`. */
function findMissingFields(page: keyof typeof html): readonly string[] {
  const reached = new Set(firstContent.entries.filter(({ type }) => type === page))
  // A set also iterates over the elements that are added meanwhile.
  for (const entry of reached)
    for (const { id } of getSeedLinks(entry))
      for (const target of firstContent.entries) if (target.id === id && target.type !== 'seo') reached.add(target)
  const missing = [...reached].flatMap(({ type, fields }) => {
    const definitions: ContentType['fields'] = model[type].fields
    return Object.entries(definitions)
      .filter(([name, { link, isEditorOnly }]) => !link && !isEditorOnly && !isShown(page, fields[name]))
      .map(([name]) => `${type}.${name}`)
  })
  return [...new Set(missing)]
}

const IN_OTHER_STATES =
  'sendingLabel, captchaNotice, privacyLabel, termsLabel, rateLimitText, offlineText, sentTitle, sentText, mapLabel'

test.each([
  ['homePage', ['filmTitle']],
  ['servicesPage', []],
  ['galleryPage', ['photoDialog']],
  ['mainlinePage', []],
  ['contactPage', IN_OTHER_STATES.split(', ')],
] as const)('§2.20 §2.34 §2.35 %s shows every text of its entries, except those of other states', (page, hidden) => {
  expect(findMissingFields(page)).toEqual(hidden.map((field) => `${page}.${field}`))
})

const HERO = { videoHero: 'poster, header, title' }
const OFFICE = 'officeTitle, officeStreet, officeCity, hoursTitle, hours, days, contactTitle, email, phone'

test.each([
  ['homePage', { ...HERO, homePage: 'watchLabel', fact: 'figure, unit, text' }],
  [
    'servicesPage',
    {
      ...HERO,
      servicesPage: 'introTitle, introText, affiliationsTitle',
      servicePanel: 'image, header, title, text, linkLabel',
      affiliation: 'logo',
    },
  ],
  ['galleryPage', { ...HERO, galleryPage: 'gridTitle', galleryImage: 'photo' }],
  [
    'mainlinePage',
    {
      mainlinePage: 'headerImage, tagline, title, scopeLabel, scopeTitle, scopeText, footerLine, homeTitle, homeText',
      pipelineStage: 'image, label',
    },
  ],
  ['contactPage', { ...HERO, contactPage: `formTitle, formText, ${OFFICE}, mapImage` }],
] as const)('§10.11 in Contentful’s editor a click on a text or picture of %s opens its field', (page, expected) => {
  const fields: Record<string, Set<string>> = {}
  const elements = html[page].matchAll(/<(\w+) [^>]*data-field="([^".]*)\.([^"]*)"[^>]*>/g)
  for (const [start, tag, entryId, field = ''] of elements) {
    const entry = firstContent.entries.find(({ id }) => id === entryId)
    const value = String(entry?.fields[field])
    const asset = firstContent.assets.find(({ id }) => id === value)
    const [element] = html[page].slice(html[page].indexOf(start)).split(`</${tag}>`)
    const shown = asset ? [parse(asset.file).name] : value.split(/\n+/)
    for (const text of shown) expect(element, `${entryId}.${field}`).toContain(text)
    const type = entry?.type ?? entryId ?? ''
    fields[type] = (fields[type] ?? new Set()).add(field)
  }
  expect(Object.fromEntries(Object.entries(fields).map(([type, names]) => [type, [...names].join(', ')]))).toEqual(
    expected,
  )
})

test('§2.1 §2.7 §2.14 §3.3 navigation bar and footer have the first items in their order, the headings, and the line of 2025', () => {
  const names = ['Home', 'Gallery', 'Services', 'Contact']
  const copyright = '© 2025 Blackland Energy Services. All rights reserved.'
  const footer = ['EXPLORE', ...names, 'SOCIAL', 'Facebook', 'LinkedIn', copyright]
  expect(findTexts('siteSettings', footer).slice(-footer.length)).toEqual(footer)
  expect(site.navigation.map(({ name }) => name)).toEqual(names)
  expect(site.navigation.map(({ route }) => route)).toEqual(['/', '/gallery', '/services', '/contact'])
  expect(texts.close).toBe('Close')
})

test('§2.16 §7.10 Home has a header line, a title of two lines, Watch Now and the facts of §1', () => {
  const hero = ['Energy services and pipeline construction', 'Pipelines built', 'to outlast us', 'Watch Now']
  expectTexts('homePage', [...hero, '250+', '4–42', '200+', '6'])
  expect(html.homePage).toMatch(/<form [^>]*action="https:\/\/vimeo.com\/313814309"/)
})

test('§2.20 §2.22 §2.23 Services has an introduction, three panels and the affiliations', () => {
  const hero = ['Services', 'What We Do', 'From the first stake to the last pressure test']
  const panels = ['Main pipeline', 'Pipe fabrication', 'Stations']
  const kinds = ['Safety and compliance', 'Trade unions', 'Associations']
  expectTexts('servicesPage', [...hero, ...panels, 'Affiliations', ...kinds])
  expect(services.panels.map(({ link }) => link?.route)).toEqual(['/mainlinepipeline', undefined, undefined])
})

test('§2.23 §3.4 each of the 13 partner logos has a link that opens in a new tab', () => {
  const [, affiliations = ''] = html.servicesPage.split('>Affiliations<')
  expect(affiliations.match(/<ul.*?<\/ul>/g)?.map((row) => row.split('<li').length - 1)).toEqual([5, 5, 3])
  const links = affiliations.match(/<a [^>]*>.*?<\/a>/g) ?? []
  expect(links).toHaveLength(13)
  const newTab =
    /^<a [^>]*href="https:\/\/example\.org\/.*target="_blank" rel="noopener noreferrer".*opens in a new tab/
  for (const link of links) expect(link).toMatch(newTab)
})

test('§2.25 §3.6 Gallery has 120 photographs in 30 rows of four, in the order of their files', () => {
  expectTexts('galleryPage', ['Gallery', 'On the right-of-way', '120 photographs'])
  const numbers = findAll('galleryPage', /href="\/gallery\?photo=photo-(\d{3})-/g)
  expect(numbers).toEqual(Array.from({ length: 30 * 4 }, (_, index) => `${index + 1}`.padStart(3, '0')))
  expect(new Set(gallery.images.map(({ alt }) => alt)).size).toBe(120)
})

/** The stages that requirements.md lists, in their order. */
const [, stages = ''] =
  /in this order \(first content\): (.*?)\.( \[[\d.]+\])?$/m.exec(readFileSync('docs/requirements.md', 'utf8')) ?? []

test('§2.34 §3.5 Mainline pipeline has tagline, scope, the 16 stages, a footer line and America is Home with two paragraphs', () => {
  const intro = ['Infrastructure Networks', 'Mainline pipeline', 'Scope of capabilities', 'Sixteen trades, one line']
  const end = ['One crew culture from the first tree to the last blade of grass.', 'America is Home']
  expect(mainline.stages).toHaveLength(16)
  expectTexts('mainlinePage', [...intro, ...stages.split(', '), ...end])
  expect(html.mainlinePage.split('America is Home</h2>')[1]?.match(/<p\b/g)).toHaveLength(2)
})

test('§2.35 §2.36 Contact has four sections, two placeholders, and office, hours, email address and phone number', () => {
  const sections = ['Let’s Get Connected', 'Our Office', 'Working Hours', 'Contact']
  expect(findAll('contactPage', /<h2[^>]*>(.*?)<\/h2>/g)).toEqual(sections)
  expect(findAll('contactPage', /placeholder="(.*?)"/g).slice(0, 2)).toEqual(['Enter your name', 'Enter your email'])
  const column = ['1200 Courthouse Square, Suite 300', 'Decatur, TX 76234', '9AM - 5PM', 'Mon - Fri']
  expect(findTexts('contactPage', column).slice(0, 4)).toEqual(column)
  expect(html.contactPage).toMatch(/href="mailto:office@blackland\.example".*href="tel:9405550142"/)
  expect(contact.map).toEqual({ latitude: 33.2343, longitude: -97.5861 })
})

test('§2.19 §3.2 §7.9 each hero has its film and its poster', () => {
  for (const [name, { hero }] of Object.entries({ home, gallery, services, contact })) {
    expect(hero.videoFile).toBe(`/media/videos/${name}-webVideo-${name === 'contact' ? 'high' : 'low'}.mp4`)
    expect(hero.poster.src).toContain(`/${name}-`)
  }
})

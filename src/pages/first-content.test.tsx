import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { getSeedLinks } from '#cms/seed/validate-links.ts'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { type ContentName, fetchCmsContent } from '#src/content/cms-content.ts'
import { InspectorPropsContext } from '#src/content/inspector-props.ts'
import { env } from '#src/env.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { SnackBarProvider } from '#src/layout/snack-bar-provider.tsx'
import { firstContent } from '#tests/first-content/first-content.ts'
import { queryFirstContent } from '#tests/first-content/query-first-content.ts'
import { renderWithRouter } from '#tests/setup/render-with-router.tsx'
import { ContactPage } from './contact/contact-page.tsx'
import { OfficeInfo } from './contact/office-info.tsx'
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
  siteSettings: await renderPreview(layout, '/gallery'),
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

/**
 * Returns the HTML of a page in lines, without what styles and the preview add. Of a picture, its sizes, its file and how it
 * loads are left; `new-tab` stands for the attributes and the hidden text of an external link. Long texts and lists are cut.
 */
function outline(page: keyof typeof html): string {
  const ids = [...new Set(html[page].match(/_R_\w+_/g))]
  return html[page]
    .replaceAll(/ (?:class|data-field|data-status)="[^"]*"|<\/?picture>/g, '')
    .replaceAll(/_R_\w+_/g, (id) => `#${ids.indexOf(id) + 1}`)
    .replaceAll(/<source [^>]*avif[^>]* sizes=("[^"]*")\/><source [^>]*webp[^>]* sizes=\1\/><img/g, '<img sizes=$1')
    .replaceAll(/<img srcSet="[^"]*"/g, '<img')
    .replaceAll(/ src="\/media\/derived\/(\S*)" width="1920" height="1280" alt=".+?" loading="(\w+)".*?\/>/g, ' $1 $2>')
    .replaceAll(/<svg [^>]*aria-hidden="true">(.*?)<\/svg>/g, (_, paths: string) => `<svg ${paths.match(/M[^"]*/g)}>`)
    .replaceAll(/ target="_blank" rel="noopener noreferrer">(.*?)<span> \(opens in a new tab\)<\/span>/g, ' new-tab>$1')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll(/(<script[^>]*>).*?<\/script>/g, '$1')
    .replaceAll(/>([^<]{30})[^<]{11,}</g, '>$1…<')
    .replaceAll(/<ul\b.*?<\/ul>|<ol\b.*?<\/ol>/g, cutList)
    .replaceAll(
      /(?<!<(?:[uo]?l|li)[^>]*>)<(?:article|div data|footer|form|h\d|header|li|main|nav|section|video)\b/g,
      '\n$&',
    )
    .trim()
}

/** Returns a list of more than four items with the first and the last one only. */
function cutList(list: string): string {
  const [start, ...items] = list.split(/(?=<li)/)
  return items.length < 5 ? list : [start, items[0], `<li>… ${items.length - 2} …</li>`, items.at(-1)].join('')
}

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

/** What every hero with a video has. */
const SIZES =
  '(width <= 479px) 80vw, (width <= 767px) max(80vw, 427px), (width <= 991px) max(100vw, 800px), max(100vw, 1067px)'
const VIDEO =
  '<video data-shown="false" preload="none" muted="" loop="" playsInline="" disablePictureInPicture="" tabindex="-1" aria-hidden="true"><span>Your browser does not support …</span></video>'
const galleryUrl = new URL('/gallery', env.siteUrl).href

test.each([
  [
    '§2.1 §2.5 §2.7 §2.14 §3.3 skip link, navigation bar, main element, messages, footer and announcements are around each page',
    'siteSettings',
    `
<div><a href="#content">Skip to content</a>
<header>
<div data-layout="plain"><a href="/"><img logo-light.svg eager></a>
<nav aria-label="Main"><div aria-hidden="true"><span>Home</span><span>Gallery</span><span>Services</span><span>Contact</span></div><div><button type="button" popoverTarget="menu" aria-controls="menu" aria-expanded="false"><svg M0 3h24,M0 12h24,M0 21h24><span>Open menu</span></button><ul id="menu" popover="auto"><li><a href="/">Home</a></li>
<li><a href="/gallery" aria-current="page">Gallery</a></li>
<li><a href="/services">Services</a></li>
<li><a href="/contact">Contact</a></li></ul></div></nav></div></header>
<main id="content" tabindex="-1">
<h1>Page</h1></main>
<div data-snack-bar="" data-state="open"><div role="status"></div><div role="alert"></div></div>
<footer>
<div data-layout="plain"><div><a href="/"><img logo-light.svg lazy></a><p>Pipelines built to outlast us.</p></div>
<nav aria-labelledby="explore">
<h2 id="explore">EXPLORE</h2><ul><li><a href="/">Home</a></li>
<li><a href="/gallery" aria-current="page">Gallery</a></li>
<li><a href="/services">Services</a></li>
<li><a href="/contact">Contact</a></li></ul></nav><div>
<h2>SOCIAL</h2><ul><li><a href="https://www.facebook.com/blackland.example" new-tab><span>Facebook</span>&nbsp;<svg M3 13 13 3M5 3h8v8></a></li>
<li><a href="https://www.linkedin.com/company/blackland-example" new-tab><span>LinkedIn</span>&nbsp;<svg M3 13 13 3M5 3h8v8></a></li></ul></div><p data-address="${galleryUrl}">© 2025 Blackland Energy Servic…</p></div></footer><p aria-live="polite"></p><div role="status"></div></div>`,
  ],
  [
    '§2.16 §7.10 §8.12 Home has a header line, a title of two lines, Watch Now and the facts of §1',
    'homePage',
    `
<div data-frame="screen"><img sizes="(width <= 767px) max(80vw, 84vh), max(100vw, 178vh - 136px)" home-960.webp eager>
${VIDEO}
<div data-layout="plain"><div><p><span>Energy services and pipeline c…</span></p>
<h1><span>Pipelines built </span><span>to outlast us </span></h1>
<form id="watch" action="https://vimeo.com/313814309"><button type="submit" aria-haspopup="dialog" aria-busy="false"><span><svg M0 0v18l16-9z></span><span>Watch Now</span></button></form></div></div></div>
<div data-layout="plain"><ul><li><p><span>250+</span><span> miles</span></p><p>Cross-country transmission lines</p></li>
<li><p><span>4–42</span><span> in.</span></p><p>Pipe diameters, from gathering…</p></li>
<li><p><span>200+</span><span> years</span></p><p>Combined management experience</p></li>
<li><p><span>6</span><span> states</span></p><p>Texas, Oklahoma, New Mexico, P…</p></li></ul></div>`,
  ],
  [
    '§2.20 §2.22 §2.23 Services has an introduction, three panels, one with a link, and the affiliations',
    'servicesPage',
    `
<div data-frame="page"><img sizes="${SIZES}" services-960.webp eager>
${VIDEO}
<div data-layout="plain"><div><p><span>Services</span></p>
<h1><span>What We Do </span></h1></div></div></div>
<div data-state="there">
<section data-ground="bone" aria-labelledby="#1">
<div data-layout="columns"><div>
<h2 id="#1">From the first stake to the la…</h2></div><div><p>Blackland builds the lines, th…</p><p>Our managers bring more than 2…</p></div></div></section></div><ul><li><article aria-labelledby="#2title" aria-describedby="#2text"><img sizes="(width <= 991px) max(100vw, 630px), (width <= 1100px) 780px, max(51vw, 990px)" main-pipeline-960.webp lazy><div><div><div><p><span>Main pipeline</span></p>
<h2 id="#2title">Cross-country, 250+ miles</h2></div></div><div><p id="#2text">Transmission lines of 250+ mil…</p><a href="/mainlinepipeline"><span><span>See the sixteen stages</span>&nbsp;<svg M2 8h12M9.5 3.5 14 8l-4.5 4.5></span></a></div></div></article></li>
<li><article tabindex="0" aria-labelledby="#3title" aria-describedby="#3text"><img sizes="(width <= 991px) max(100vw, 630px), (width <= 1100px) 780px, max(51vw, 990px)" pipe-fabrication-960.webp lazy><div><div><div><p><span>Pipe fabrication</span></p>
<h2 id="#3title">Spools to skids</h2></div></div><div><p id="#3text">Spools, racks, platforms and s…</p></div></div></article></li>
<li><article tabindex="0" aria-labelledby="#4title" aria-describedby="#4text"><img sizes="(width <= 991px) max(100vw, 630px), (width <= 1100px) 780px, max(51vw, 990px)" stations-960.webp lazy><div><div><div><p><span>Stations</span></p>
<h2 id="#4title">Plants and terminals</h2></div></div><div><p id="#4text">Cryogenic gas plants, compress…</p></div></div></article></li></ul>
<div data-state="there">
<section data-ground="bone" aria-labelledby="affiliations">
<div data-layout="plain">
<h2 id="affiliations">Affiliations</h2><div>
<h3>Safety and compliance</h3><ul><li><a href="https://example.org/contractorsafe-registry" new-tab><img 01-contractorsafe-registry.svg lazy></a></li>
<li>… 3 …</li>
<li><a href="https://example.org/clearsite-consortium" new-tab><img 05-clearsite-consortium.svg lazy></a></li></ul></div><div>
<h3>Trade unions</h3><ul><li><a href="https://example.org/united-pipeline-welders" new-tab><img 06-united-pipeline-welders.svg lazy></a></li>
<li>… 3 …</li>
<li><a href="https://example.org/fitters-and-helpers-local-440" new-tab><img 10-fitters-and-helpers-local-440.svg lazy></a></li></ul></div><div>
<h3>Associations</h3><ul><li><a href="https://example.org/american-mainline-contractors" new-tab><img 11-american-mainline-contractors.svg lazy></a></li>
<li><a href="https://example.org/texas-rights-of-way-council" new-tab><img 12-texas-rights-of-way-council.svg lazy></a></li>
<li><a href="https://example.org/energy-infrastructure-builders-guild" new-tab><img 13-energy-infrastructure-builders-guild.svg lazy></a></li></ul></div></div></section></div>`,
  ],
  [
    '§2.25 Gallery has a hero, a title, the number of photographs, and links to them',
    'galleryPage',
    `
<div data-frame="page"><img sizes="${SIZES}" gallery-960.webp eager>
${VIDEO}
<div data-layout="plain"><div><p><span>Gallery</span></p>
<h1><span>Past Work and Projects </span></h1></div></div></div>
<section data-ground="bone" aria-labelledby="photographs">
<div data-layout="plain"><div><div>
<h2 id="photographs">On the right-of-way</h2><p>120 photographs</p></div><ul><li><a href="/gallery?photo=photo-001-station-low-valves" aria-haspopup="dialog"><img sizes="(width<480px) calc(50vw - 24px), (width<992px) calc(31.2vw - 5px), (width<1229px) calc(23.4vw - 6px), 282px" 001-station-low-valves-640.webp lazy></a></li>
<li>… 118 …</li>
<li><a href="/gallery?photo=photo-120-hdd" aria-haspopup="dialog"><img sizes="(width<480px) calc(50vw - 24px), (width<992px) calc(31.2vw - 5px), (width<1229px) calc(23.4vw - 6px), 282px" 120-hdd-640.webp lazy></a></li></ul></div></div></section>`,
  ],
  [
    '§2.35 §2.37 Contact has the form, three parts of a column, and the address over the map',
    'contactPage',
    `
<div data-frame="page"><img sizes="${SIZES}" contact-960.webp eager>
${VIDEO}
<div data-layout="plain"><div><p><span>Contact Us</span></p>
<h1><span>Drop Us A Line </span></h1></div></div></div>
<section data-ground="bone" aria-labelledby="connect">
<div data-layout="columns"><div>
<h2 id="connect">Let’s Get Connected</h2><p>Tell us about the line, the ya…</p>
<form id="contact-form" noValidate="" action="mailto:office@blackland.example" encType="text/plain" method="post">
<div data-span="half"><div><label for="#1">Name</label></div><input id="#1" aria-invalid="false" type="text" autoComplete="name" autoCapitalize="words" placeholder="Enter your name" required="" name="name"/><p id="#1-error" aria-live="polite"></p></div>
<div data-span="half"><div><label for="#2">Email</label></div><input id="#2" aria-invalid="false" type="email" autoComplete="email" placeholder="Enter your email" required="" name="email"/><p id="#2-error" aria-live="polite"></p></div>
<div data-span="whole"><div><label for="#3">Message</label></div><textarea id="#3" aria-invalid="false" name="message" placeholder="Where, what, and by when?" required=""></textarea><p id="#3-error" aria-live="polite"></p></div><button type="submit" aria-disabled="false">Send message</button></form><div role="status"></div></div><div><ul><li><h2>Our Office</h2><p>1200 Courthouse Square, Suite 300</p><p>Decatur, TX 76234</p></li>
<li><h2>Working Hours</h2><p>9AM - 5PM</p><p>Mon - Fri</p></li>
<li><h2>Contact</h2><a href="mailto:office@blackland.example">office@blackland.example</a><a href="tel:9405550142">(940) 555-0142</a></li></ul></div></div></section>
<div data-map="none" data-layout="map"><div><img courthouse-square.svg lazy></div>
<div data-layout="plain"><div><p>Blackland</p><address><p>1200 Courthouse Square, Suite 300</p><p>Decatur, TX 76234</p></address><a href="https://www.google.com/maps/dir/?api=1&destination=1200%20Courthouse%20Square%2C%20Suite%20300%2C%20Decatur%2C%20TX%2076234" new-tab><span>Directions</span>&nbsp;<svg M3 13 13 3M5 3h8v8></a></div></div></div><script type="application/ld+json">`,
  ],
  [
    '§2.34 Mainline pipeline has tagline, scope, stages, a footer line and America is Home with two paragraphs',
    'mainlinePage',
    `
<div data-frame="still"><img sizes="(width <= 767px) max(80vw, 548px), (width <= 991px) max(100vw, 1080px), max(100vw, 1440px)" mainline-header-960.webp eager>
<div data-layout="plain"><div><p><span>Infrastructure Networks</span></p>
<h1><span>Mainline pipeline </span></h1></div></div></div>
<section data-ground="bone" aria-labelledby="#1">
<div data-layout="columns"><div><p>Scope of capabilities</p>
<h2 id="#1">Sixteen trades, one line</h2></div><div><p>A mainline moves like a factor…</p></div></div></section>
<section data-ground="bone">
<div data-layout="plain"><ol><li><img sizes="(width <= 479px) calc(100vw - 48px), (width <= 991px) calc(46.8vw - 12px), min(23.4vw - 18px, 302px)" 01-clearing-960.webp lazy><p><span aria-hidden="true">01</span><span>Clearing</span></p></li>
<li>… 14 …</li>
<li><img sizes="(width <= 479px) calc(100vw - 48px), (width <= 991px) calc(46.8vw - 12px), min(23.4vw - 18px, 302px)" 16-hdd-960.webp lazy><p><span aria-hidden="true">16</span><span>HDD</span></p></li></ol><p>One crew culture from the firs…</p></div></section>
<section data-ground="green" aria-labelledby="home-title">
<div data-state="there">
<div data-layout="columns">
<h2 id="home-title">America is Home</h2><div><p>Every mile we lay crosses some…</p><p>The energy that moves through …</p></div></div></div></section>`,
  ],
] as const)('%s', (_, page, expected) => {
  expect(`\n${outline(page)}`).toBe(expected)
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
  const numbers = findAll('galleryPage', /href="\/gallery\?photo=photo-(\d{3})-/g)
  expect(numbers).toEqual(Array.from({ length: 30 * 4 }, (_, index) => `${index + 1}`.padStart(3, '0')))
  expect(new Set(gallery.images.map(({ alt }) => alt)).size).toBe(120)
})

/** The stages that requirements.md lists, in their order. */
const [, stages = ''] =
  /in this order \(first content\): (.*?)\.( \[[\d.]+\])?$/m.exec(readFileSync('docs/requirements.md', 'utf8')) ?? []

test('§3.5 Mainline pipeline has the 16 stages in their order', () => {
  expect(findAll('mainlinePage', /<span>([^<]*)<\/span><\/p><\/li>/g)).toEqual(stages.split(', '))
})

test('a phone number with a country code is a link with its plus', () => {
  const office = renderToStaticMarkup(<OfficeInfo content={{ ...contact, phone: '+1 (940) 555-0142' }} />)
  expect(office).toMatch(/href="tel:\+19405550142"[^>]*>\+1 \(940\) 555-0142</)
})

test('§2.36 the map of Contact is centered on the point of the office', () => {
  expect(contact.map).toEqual({ latitude: 33.2343, longitude: -97.5861 })
})

test('§2.19 §3.2 §7.9 each hero has its film and its poster', () => {
  for (const [name, { hero }] of Object.entries({ home, gallery, services, contact })) {
    expect(hero.videoFile).toBe(`/media/videos/${name}-webVideo-${name === 'contact' ? 'high' : 'low'}.mp4`)
    expect(hero.poster.src).toContain(`/${name}-`)
  }
})

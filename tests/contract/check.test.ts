import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CHECK_RULES } from '#cms/check/check-rule.ts'
import { renderHtmlReport } from '#cms/check/report/html-report.ts'
import { formatTextReport } from '#cms/check/report/text-report.ts'
import { LOCALE } from '#shared/constants.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { type CheckedSpace, createCheckedSpace } from './checked-space.ts'
import { saveDraft } from './seeded-space.ts'
import { createAsset, createDraftEntry, createPicture, publishAsset, toLink } from './test-contentful.ts'
import { createPhonePhoto } from './test-pictures.ts'

// Each test checks the whole space, most of them more than once.
let space: CheckedSpace

beforeAll(async () => {
  space = await createCheckedSpace()
})

afterAll(() => space[Symbol.asyncDispose]())

test('the seeded content of the site has no findings', async () => {
  expect((await space.check()).findings).toEqual([])
})

/** Asserts a finding for an entry or asset, with a link to it. */
async function expectFinding(
  id: string,
  rule: keyof typeof CHECK_RULES,
  expectedText: string | RegExp,
  kind: 'entry' | 'asset' = 'entry',
) {
  const findings = await space.findFindings(id)
  expect(findings).toContainEqual(
    expect.objectContaining({ rule, kind, text: expect.stringMatching(expectedText), link: space.links[kind](id) }),
  )
}

test('reports an alt text that begins with “picture of”, and one that is a file name', async () => {
  await space.publishField('photo-001-station-low-valves', 'altText', 'Picture of a valve at dusk')
  await space.publishField('photo-002-sideboom-hook', 'altText', 'IMG_0042.jpg')
  await expectFinding('photo-001-station-low-valves', 'altText', 'begins with')
  await expectFinding('photo-002-sideboom-hook', 'altText', 'a file name')
})

test('reports the same alt text of two photos, with a thumbnail', async () => {
  const { fields } = await space.client.entry.get({ entryId: 'photo-010-sideboom-track' })
  await space.publishField('photo-003-station-elevated', 'altText', fields.altText[LOCALE])
  await expectFinding('photo-010-sideboom-track', 'altText', 'another picture \\(.+jpg\\)')
  const [finding] = await space.findFindings('photo-010-sideboom-track')
  const thumbnail = await fetch(finding?.thumbnail ?? '')
  expect(thumbnail.headers.get('content-type')).toMatch(/^image\//)
})

test('reports a link without https that was published with an older model', async () => {
  await space.removeValidations('affiliation')
  await space.publishField('affiliation-united-pipeline-welders', 'link', 'javascript:alert(1)')
  await expectFinding('affiliation-united-pipeline-welders', 'link', 'begins with javascript:')
})

test('reports a dead link, and checks each address once', async () => {
  const deadLink = 'https://example.org/pipequal-compliance'
  const checkedAddresses: string[] = []
  const findings = await space.findFindings('affiliation-pipequal-compliance', async (addresses) => {
    checkedAddresses.push(...addresses)
    return { problems: new Map([[deadLink, { isDead: true, reason: 'answers 404' }]]), uncheckedCount: 0 }
  })
  expect(findings).toMatchObject([{ rule: 'link', severity: 'error', isDraft: false, field: 'link' }])
  expect(checkedAddresses).toEqual(expect.arrayContaining([deadLink, 'https://www.facebook.com/blackland.example']))
  expect(checkedAddresses).toHaveLength(new Set(checkedAddresses).size)
})

test('reports links to an unpublished entry, an unpublished asset and a deleted entry', async () => {
  await space.client.entry.unpublish({ entryId: 'stage-05-blasting' })
  await space.client.asset.unpublish({ assetId: 'posters-services' })
  await space.client.entry.unpublish({ entryId: 'nav-gallery' })
  await space.client.entry.delete({ entryId: 'nav-gallery' })
  await expectFinding('mainline-page', 'reference', '“Blasting”, which is not published')
  await expectFinding('hero-services', 'reference', /“.+”, which is not published: publish it/)
  await expectFinding('site-settings', 'reference', 'deleted or archived \\(nav-gallery\\)')
})

test('reports a duplicate photo in the gallery, but not that it has more photos than before', async () => {
  await space.appendLink('gallery-page', 'images', 'photo-005-stack-yard-over')
  await expectFinding('gallery-page', 'list', 'lists “.+” twice')
  expect((await space.findFindings('gallery-page')).filter(({ rule }) => rule === 'list')).toHaveLength(1)
})

test('Contentful publishes no redirect from a page or to nothing, and the report and the preview name the draft', async () => {
  const redirect = (id: string, from: string, to: string) =>
    space.publishEntry('redirect', id, { from, to, isPermanent: false })
  await expect(redirect('hidden', '/services', '/')).rejects.toThrow('A page has this address')
  await expect(redirect('nowhere', '/old', '/gone')).rejects.toThrow(
    `A page of this site, one of ${SITE_PATHS.join(', ')}`,
  )
  await redirect('somewhere', '/services/old', '/services?a=b#c')
  await expectFinding('hidden', 'redirect', /^The redirect from \/services begins at the page \/services/)
  await expectFinding('nowhere', 'redirect', /^The redirect from \/old leads to \/gone, and no page has that address/)
  expect((await space.findPendingChanges()).refused.map(({ id }) => id)).toEqual(['hidden', 'nowhere'])
})

test('reports a video id with letters, and a latitude out of range', async () => {
  await space.removeValidations('homePage')
  await space.removeValidations('contactPage')
  await space.publishField('home-page', 'filmId', 'our-film')
  await space.publishField('contact-page', 'mapLatitude', 1_000)
  await expectFinding('home-page', 'text', 'Digits only')
  await expectFinding('contact-page', 'text', 'a number from -90 to 90')
})

test('reports an empty field that the page requires', async () => {
  await space.publishField('contact-page', 'officeStreet', '')
  await expectFinding('contact-page', 'empty', 'Office street is empty')
})

test('reports an unused picture, one that is too small, and a second home page', async () => {
  await publishAsset(space, 'alone')
  await publishAsset(space, 'small', await createPicture(600, 400))
  await space.publishField('photo-004-bluehour-string', 'photo', toLink('Asset', 'small'))
  const { fields } = await space.client.entry.get({ entryId: 'home-page' })
  const copy = Object.fromEntries(
    Object.entries<Record<string, unknown>>(fields).map(([name, values]) => [name, values[LOCALE]]),
  )
  await space.publishEntry('homePage', 'zz-second-home', { ...copy, facts: [] })
  await expectFinding('alone', 'unused', 'No page shows this file', 'asset')
  await expectFinding('photo-004-bluehour-string', 'size', '600 px wide')
  await expectFinding('zz-second-home', 'page', 'several entries of the type Home page')
})

test('reports an SVG with a script, with the action to take', async () => {
  const script = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>',
  )
  const asset = await createAsset(space, 'drawn', script, 'image/svg+xml', 'drawn.svg')
  await space.client.asset.publish({ assetId: 'drawn' }, asset)
  await expectFinding('drawn', 'file', 'The SVG file holds a script, .+: export it as plain SVG', 'asset')
  expect(await space.findFindings('drawn')).toContainEqual(expect.objectContaining({ rule: 'file', severity: 'error' }))
})

test('reports the place in a photo of a phone that was uploaded without the photo desk', async () => {
  const asset = await createAsset(space, 'phone', await createPhonePhoto('phone'), 'image/jpeg', 'IMG_4026.JPG')
  await space.client.asset.publish({ assetId: 'phone' }, asset)
  await expectFinding('phone', 'private', '^IMG_4026.JPG says where the picture was taken', 'asset')
})

test('checks drafts and marks their findings as drafts', async () => {
  await saveDraft(space, 'photo-006-ditch-along', 'altText', 'Photo')
  await createAsset(space, 'new-picture', await createPicture())
  await createDraftEntry(space, 'galleryImage', 'new-photo', {
    altText: 'Image',
    photo: toLink('Asset', 'new-picture'),
  })
  const findings = [...(await space.findFindings('photo-006-ditch-along')), ...(await space.findFindings('new-photo'))]
  expect(findings).toMatchObject([
    { rule: 'altText', isDraft: true },
    { rule: 'altText', isDraft: true },
    { rule: 'size', isDraft: true, text: expect.stringContaining('30 px wide') },
    { rule: 'unused', isDraft: true },
  ])
})

test('the report counts findings, and escapes HTML in content', async () => {
  await createDraftEntry(space, 'fact', 'script', { figure: '1', text: '<script>alert("x")</script>' })
  const report = await space.check()
  const { errors, warnings, drafts } = report.counts
  expect(errors + warnings + drafts).toBe(report.findings.length)
  const page = renderHtmlReport(report)
  expect(page).not.toMatch(/<script/i)
  expect(page).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;')
  for (const { link } of report.findings) if (link) expect(page).toContain(`href="${link}"`)
  expect(formatTextReport(report)).toContain(
    '  draft, warning: Fact “<script>alert("x")</script>” (script)\n    No page shows this entry',
  )
})

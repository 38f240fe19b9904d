import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CHECK_RULES } from '#cms/check/check-rule.ts'
import { checkSpace } from '#cms/check/check-space.ts'
import { findPendingChanges } from '#cms/check/pending-changes.ts'
import { createFileChecker } from '#cms/check/rules/file-contents.ts'
import { createWebAppLinks } from '#cms/check/web-app-links.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import type { TestSpace } from '#local-tests/start-space.ts'
import { createAsset, createDraftEntry, createPicture, publishEntry, toLink } from '#local-tests/test-contentful.ts'
import { createContentfulPreview } from '#server/preview/contentful-preview.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

let space: TestSpace

beforeAll(async () => {
  space = await startSiteSpace('pages')
})

afterAll(() => space[Symbol.asyncDispose]())

const createLinks = () => createWebAppLinks(getLocalConnection(space.url, 'delivery'))

const createSource = () => ({
  delivery: createDeliveryClient(getLocalConnection(space.url, 'delivery')),
  preview: createDeliveryClient(getLocalConnection(space.url, 'preview')),
  links: createLinks(),
})

/** Shared, because it reads each file once. */
const fileChecker = createFileChecker()

/** Checks the whole space. */
const check = async () => (await checkSpace({ ...createSource(), fileChecker })).findings

const redirect = (id: string, from: string, to: string) =>
  publishEntry(space, 'redirect', id, { from, to, isPermanent: false })

type Findings = Awaited<ReturnType<typeof check>>

const findById = (findings: Findings, id: string) => findings.filter((finding) => finding.id === id)

/** Asserts a finding for an entry, with a link to it. */
const expectFinding = (findings: Findings, id: string, rule: keyof typeof CHECK_RULES, expectedText: RegExp) =>
  expect(findById(findings, id)).toContainEqual(
    expect.objectContaining({
      ...{ rule, kind: 'entry', link: createLinks().entry(id) },
      text: expect.stringMatching(expectedText),
    }),
  )

test('content without mistakes has no findings', async () => {
  expect(await check()).toEqual([])
})

test('§10.7 §10.8 reports links to an unpublished entry, an unpublished asset and a deleted entry', async () => {
  await space.client.entry.unpublish({ entryId: 'stage-02-grading' })
  await space.client.asset.unpublish({ assetId: 'posters-services' })
  await space.client.entry.unpublish({ entryId: 'nav-gallery' })
  await space.client.entry.delete({ entryId: 'nav-gallery' })
  const findings = await check()
  expectFinding(findings, 'mainline-page', 'list', /^1 draft is in the list Stages of /)
  expectFinding(findings, 'site-settings', 'reference', /deleted or archived \(nav-gallery\)/)
  expect(findById(findings, 'posters-services')).toMatchObject([
    {
      severity: 'error',
      isDraft: false,
      link: createLinks().asset('posters-services'),
      text: /^“.+” uses this as Poster/,
    },
  ])
  expect(findings.filter(({ severity, isDraft }) => severity === 'error' && !isDraft)).toHaveLength(2)
})

test('§10.5 Contentful publishes no redirect from a page or to nothing, and the report and the preview name the draft', async () => {
  await expect(redirect('hidden', '/services', '/')).rejects.toThrow('A page has this address')
  await expect(redirect('nowhere', '/old', '/gone')).rejects.toThrow(
    `Write a page of this site, one of ${SITE_PATHS.join(', ')}`,
  )
  await redirect('somewhere', '/services/old', '/services?a=b#c')
  const findings = await check()
  expectFinding(findings, 'hidden', 'redirect', /^The redirect from \/services begins at the page \/services/)
  expectFinding(findings, 'nowhere', 'redirect', /^The redirect from \/old leads to \/gone, and no page has that/)
  expect((await findPendingChanges(createSource())).refused.map(({ id }) => id)).toEqual(['hidden', 'nowhere'])
})

test('§10.5 Contentful publishes no second redirect from an address, and the report names both where it cannot tell', async () => {
  await redirect('first', '/twin', '/services')
  await expect(redirect('second', '/twin', '/gallery')).rejects.toThrow('Another redirect begins at this address')
  await redirect('third', '/tw%69n/', '/contact')
  expect((await check()).filter(({ text }) => text.includes('twin'))).toMatchObject([
    {
      ...{ id: 'third', severity: 'error', isDraft: false, link: createLinks().entry('third') },
      text: 'The redirect from /tw%69n/ begins where the redirect from /twin to /services does, which visitors follow: keep one of the two',
    },
    { id: 'second', severity: 'error', isDraft: true },
  ])
})

test('checks drafts and marks their findings as drafts', async () => {
  await saveDraft(space, 'photo-002-sideboom-hook', 'altText', 'Photo')
  await createAsset(space, 'new-picture', await createPicture())
  await createDraftEntry(space, 'galleryImage', 'new-photo', {
    altText: 'Image',
    photo: toLink('Asset', 'new-picture'),
  })
  const findings = await check()
  expect([...findById(findings, 'photo-002-sideboom-hook'), ...findById(findings, 'new-photo')]).toMatchObject([
    { rule: 'altText', isDraft: true },
    { rule: 'altText', isDraft: true },
    { rule: 'size', isDraft: true, text: expect.stringContaining('30 px wide') },
    { rule: 'unused', isDraft: true },
  ])
})

test('§10.9 §10.10 the preview shows the report of its space, and lists what is not published there', async () => {
  const id = 'photo-002-sideboom-hook'
  await saveDraft(space, id, 'altText', 'Photo')
  const { renderReport, readState } = createContentfulPreview({
    ...{ secret: '', graphql: { url: '', token: '' }, editorOrigins: [], siteUrl: '' },
    ...{ updates: undefined, shouldCheckLinks: false },
    preview: getLocalConnection(space.url, 'preview'),
    delivery: getLocalConnection(space.url, 'delivery'),
  })
  const link = createLinks().entry(id)
  expect((await renderReport()).match(/(?<=<a href=")[^"]+/g)).toContain(link)
  expect((await readState()).unpublished).toContainEqual(expect.objectContaining({ id, link, state: 'changed' }))
})

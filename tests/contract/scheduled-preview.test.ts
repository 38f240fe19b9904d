import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { print } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { readSiteQueries } from '#scripts/build/query-files.ts'
import { createScheduledPreviewUrl, type ScheduledChanges } from '#shared/scheduled-preview.ts'
import {
  createPreviewServer,
  getCookiePair,
  HTML_REQUEST_HEADERS,
  PREVIEW_SECRET,
} from '#tests/setup/server/preview-server.ts'
import { createSiteSpace, saveDraft } from './seeded-space.ts'
import { createAsset, createDraftEntry, createManagementClient, createPicture, toLink } from './test-contentful.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

async function startScheduledSpace() {
  const { url, ...space } = await createSiteSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const client = createManagementClient(url)
  const graphql = {
    url: `${url}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`,
    token: LOCAL_TOKENS.preview,
  }
  const site = await createPreviewServer({ graphql, deliveryToken: LOCAL_TOKENS.delivery })
  onTestFinished(() => site[Symbol.asyncDispose]())
  const schedule = (linkType: 'Entry' | 'Asset', id: string, at: Date, action: 'publish' | 'unpublish' = 'publish') =>
    client.scheduledActions.create(
      {},
      {
        entity: toLink(linkType, id),
        environment: { sys: { type: 'Link', linkType: 'Environment', id: LOCAL_ENVIRONMENT_ID } },
        action,
        scheduledFor: { datetime: at.toISOString() },
      },
    )

  /** Reads what the actions of the space will have changed at a time, as the photo desk does. */
  async function readChanges(at: Date): Promise<ScheduledChanges> {
    const { items } = await client.scheduledActions.getMany({
      query: { 'environment.sys.id': LOCAL_ENVIRONMENT_ID, 'sys.status': 'scheduled' },
    })
    const due = items.filter(({ scheduledFor }) => new Date(scheduledFor.datetime) <= at)
    const idsOf = (action: string) => due.filter((item) => item.action === action).map(({ entity }) => entity.sys.id)
    return { at, publish: idsOf('publish'), unpublish: idsOf('unpublish') }
  }

  /** Opens the preview as of a time and sends a query of the site. */
  async function queryAsOf(at: Date, name: string): Promise<unknown> {
    const previewUrl = `http://site.example/preview?secret=${PREVIEW_SECRET}&path=/gallery`
    const { pathname, search } = new URL(createScheduledPreviewUrl(previewUrl, await readChanges(at)))
    const entered = await site.inject({ url: pathname + search, headers: HTML_REQUEST_HEADERS })
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/gallery'])
    return query(name, getCookiePair(entered))
  }

  async function query(name: string, cookie: string): Promise<unknown> {
    const document = (await readSiteQueries())[name]
    if (!document) throw new Error(`The site has no query ${name}`)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const payload = { query: print(document), variables: {} }
    const response = await site.inject({ method: 'POST', url: '/preview/graphql', headers, payload })
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  async function queryPublished(name: string): Promise<unknown> {
    const document = (await readSiteQueries())[name]
    const response = await fetch(graphql.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: document && print(document), variables: {} }),
    })
    return response.json()
  }

  return { client, url, site, schedule, queryAsOf, queryPublished }
}

const dataSchema = z.object({ data: z.unknown() })

const gallerySchema = z.object({
  data: z.object({
    galleryPageCollection: z.object({
      items: z.tuple([
        z.object({
          gridTitle: z.string(),
          imagesCollection: z.object({
            items: z.array(z.nullable(z.object({ sys: z.object({ id: z.string() }), altText: z.string() }))),
          }),
        }),
      ]),
    }),
  }),
  errors: z.never().optional(),
})

function parseGallery(response: unknown) {
  const [page] = gallerySchema.parse(response).data.galleryPageCollection.items
  return { title: page.gridTitle, images: page.imagesCollection.items }
}

/** Names of the fields that only the preview adds. */
const removeTypeNames = (response: unknown): unknown =>
  JSON.parse(JSON.stringify(response, (key, value) => (key === '__typename' ? undefined : value)))

test('shows a scheduled photograph and page as of their publication, and not before', async () => {
  const { client, schedule, queryAsOf, queryPublished } = await startScheduledSpace()
  await createAsset({ client }, 'new-file', await createPicture(1_600, 1_200))
  const photo = { photo: toLink('Asset', 'new-file'), altText: 'A trench in the snow' }
  for (const id of ['new-photo', 'later-photo']) await createDraftEntry({ client }, 'galleryImage', id, photo)
  const before = await client.entry.get({ entryId: 'gallery-page' })
  const links = before.fields.images['en-US']
  const firstId = links[0].sys.id
  await saveDraft({ client }, 'gallery-page', 'images', [
    ...['new-photo', 'later-photo'].map((id) => toLink('Entry', id)),
    ...links,
  ])
  await saveDraft({ client }, firstId, 'altText', 'Not scheduled')
  await schedule('Asset', 'new-file', inDays(1))
  await schedule('Entry', 'new-photo', inDays(1))
  await schedule('Entry', 'gallery-page', inDays(1))
  await schedule('Entry', 'later-photo', inDays(3))

  const today = parseGallery(await queryAsOf(new Date(), 'Gallery'))
  expect(today.images.map((image) => image?.sys.id)).toEqual(links.map(({ sys }: { sys: { id: string } }) => sys.id))

  const preview = await queryAsOf(inDays(2), 'Gallery')
  const { images } = parseGallery(preview)
  expect(images.slice(0, 3).map((image) => image?.sys.id)).toEqual(['new-photo', undefined, firstId])
  expect(images[0]?.altText).toBe('A trench in the snow')
  expect(images[2]?.altText).not.toBe('Not scheduled')

  const later = parseGallery(await queryAsOf(inDays(4), 'Gallery'))
  expect(later.images.slice(0, 2).map((image) => image?.sys.id)).toEqual(['new-photo', 'later-photo'])

  await client.asset.publish({ assetId: 'new-file' }, await client.asset.get({ assetId: 'new-file' }))
  for (const entryId of ['new-photo', 'gallery-page'])
    await client.entry.publish({ entryId }, await client.entry.get({ entryId }))
  const { data } = dataSchema.parse(await queryPublished('Gallery'))
  expect(removeTypeNames(preview)).toEqual({ data })
})

test('shows a published link to a scheduled photograph, and hides what is unpublished by then', async () => {
  const { client, schedule, queryAsOf } = await startScheduledSpace()
  const page = await client.entry.get({ entryId: 'gallery-page' })
  const [first, second] = page.fields.images['en-US'].map(({ sys }: { sys: { id: string } }) => sys.id)
  await client.entry.unpublish({ entryId: first })
  await schedule('Entry', first, inDays(1))
  await schedule('Entry', second, inDays(1), 'unpublish')
  const idsOf = (images: readonly ({ readonly sys: { readonly id: string } } | null)[]) =>
    images.slice(0, 2).map((image) => image?.sys.id)
  expect(idsOf(parseGallery(await queryAsOf(new Date(), 'Gallery')).images)).toEqual([undefined, second])
  expect(idsOf(parseGallery(await queryAsOf(inDays(2), 'Gallery')).images)).toEqual([first, undefined])
})

test('a published photograph that only the scheduled page links to has its published text', async () => {
  const { client, schedule, queryAsOf } = await startScheduledSpace()
  const page = await client.entry.get({ entryId: 'gallery-page' })
  const [first, ...others] = page.fields.images['en-US']
  const without = await saveDraft({ client }, 'gallery-page', 'images', others)
  await client.entry.publish({ entryId: 'gallery-page' }, without)
  await saveDraft({ client }, 'gallery-page', 'images', [first, ...others])
  const published = await client.entry.get({ entryId: first.sys.id })
  await saveDraft({ client }, first.sys.id, 'altText', 'Not scheduled')
  await schedule('Entry', 'gallery-page', inDays(1))
  const { images } = parseGallery(await queryAsOf(inDays(2), 'Gallery'))
  expect(images[0]).toMatchObject({ sys: { id: first.sys.id }, altText: published.fields.altText['en-US'] })
})

test('without scheduled actions all queries of the site return what visitors see', async () => {
  const { client, queryAsOf, queryPublished } = await startScheduledSpace()
  await saveDraft({ client }, 'gallery-page', 'gridTitle', 'Not scheduled')
  await saveDraft({ client }, 'site-settings', 'companyName', 'Not scheduled')
  for (const name of Object.keys(await readSiteQueries()))
    expect(removeTypeNames(await queryAsOf(inDays(1), name)), name).toEqual(await queryPublished(name))
})

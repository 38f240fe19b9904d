import { expect, test } from 'vitest'
import { GERMAN_LOCALE } from './complete-space.ts'
import { createContentfulClient, createTrips, fetchError } from './delivery-space.ts'
import { createDraftEntry, publishEntry, publishPhotoModel, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await createTrips(local)
const client = createContentfulClient(local.url)
const preview = createContentfulClient(local.url, { preview: true })

test('returns the published version of an entry, without omitted fields and private tags', async () => {
  const { items } = await client.withoutLinkResolution.getEntries({ 'sys.id': 'alps' })
  const managedEntry = await local.client.entry.get({ entryId: 'alps' })
  expect(items[0]?.sys).toEqual({
    type: 'Entry',
    id: 'alps',
    space: toLink('Space', 'local'),
    environment: toLink('Environment', 'master'),
    contentType: toLink('ContentType', 'trip'),
    createdAt: managedEntry.sys.firstPublishedAt,
    updatedAt: managedEntry.sys.publishedAt,
    publishedVersion: 1,
    revision: 1,
    locale: 'en-US',
  })
  const { createdAt, updatedAt } = managedEntry.sys
  expect((await preview.getEntry('alps')).sys).toMatchObject({ createdAt, updatedAt, publishedVersion: 1 })
  expect(items[0]?.metadata).toEqual({ tags: [toLink('Tag', 'seen')], concepts: [] })
  expect(items[0]?.fields).toMatchObject({ title: 'Alpine walk', days: 3, open: true, next: toLink('Entry', 'coast') })
  expect(items[0]?.fields).not.toHaveProperty('secret')
})

test('§11.16 resolves links in cycles, lists and rich text', async () => {
  const alps = await client.getEntry('alps')
  expect(alps.fields).toMatchObject({
    cover: {
      sys: { type: 'Asset' },
      fields: { title: 'hut', file: { details: { image: { width: 40, height: 30 } } } },
    },
    next: { fields: { title: 'Coast ride', next: { sys: { id: 'alps', type: 'Entry' } } } },
    related: [{ fields: { title: 'River run' } }, toLink('Entry', 'ghost')],
    body: { content: [{ content: [{}, { data: { target: { fields: { title: 'River run' } } } }] }] },
  })
  const resolved = await client.withoutUnresolvableLinks.getEntry('alps')
  expect(resolved.fields.related).toEqual([expect.objectContaining({ fields: expect.objectContaining({ code: 'R' }) })])
})

// Recorded: contentful.rb, rich_text_unresolved_relationships.yml.
test('includes linked entries and their assets up to the requested depth, and reports unresolvable links', async () => {
  const findIncluded = async (query: { include?: 0 | 2 }) => {
    const response = await client.withoutLinkResolution.getEntries({ 'sys.id': 'coast', ...query })
    const ids = (items: readonly { sys: { id: string } }[] = []) => items.map(({ sys }) => sys.id).sort()
    return {
      entries: ids(response.includes?.Entry),
      assets: ids(response.includes?.Asset),
      unresolved: response.errors?.map(({ details }) => details) ?? [],
    }
  }
  const ghost = { type: 'Link', linkType: 'Entry', id: 'ghost' }
  expect(await findIncluded({ include: 0 })).toEqual({ entries: [], assets: [], unresolved: [] })
  expect(await findIncluded({})).toEqual({ entries: ['alps'], assets: ['hut'], unresolved: [] })
  expect(await findIncluded({ include: 2 })).toEqual({
    entries: ['alps', 'river'],
    assets: ['hut'],
    unresolved: [ghost],
  })
})

test('returns values of the requested locale or of its fallback locale', async () => {
  const readTitles = async (locale: string) => {
    const { items } = await client.getEntries({ content_type: 'trip', locale, order: ['sys.id'] })
    expect(items.map(({ sys }) => sys.locale)).toEqual([locale, locale, locale])
    return items.map(({ fields }) => `${fields.code} ${fields.title}`)
  }
  expect(await readTitles('de')).toEqual(['A Alpenweg', 'c Coast ride', 'R River run'])
  expect(await readTitles('fr')).toEqual(['A undefined', 'c La côte', 'R undefined'])
  expect((await client.getAsset('hut', { locale: 'de' })).fields.title).toBe('hut')
})

test('returns fields by locale when all locales are requested, also in linked entries', async () => {
  const alps = await client.withAllLocales.getEntry('alps')
  expect(alps.sys).not.toHaveProperty('locale')
  expect(alps.fields.title).toEqual({ 'en-US': 'Alpine walk', de: 'Alpenweg' })
  expect(alps.fields.code).toEqual({ 'en-US': 'A' })
  expect(alps.fields.next).toMatchObject({ 'en-US': { fields: { title: { 'en-US': 'Coast ride', fr: 'La côte' } } } })
  const { items } = await client.withAllLocales.getAssets()
  expect(items[0]?.fields).toMatchObject({ title: { 'en-US': 'hut' }, file: { 'en-US': { fileName: 'hut.jpg' } } })
})

test('returns selected fields only, and includes their links only', async () => {
  const select = ['fields.title', 'fields.next', 'metadata.tags'] as const
  const query = { content_type: 'trip', 'sys.id': 'alps', select: [...select] }
  const response = await client.withoutLinkResolution.getEntries(query)
  const fields = { title: 'Alpine walk', next: toLink('Entry', 'coast') }
  const metadata = { tags: [toLink('Tag', 'seen')] }
  expect(response.items).toEqual([{ sys: { id: 'alps', type: 'Entry' }, fields, metadata }])
  expect(response.includes?.Entry?.map(({ sys }) => sys.id)).toEqual(['coast'])
  expect(response.includes).not.toHaveProperty('Asset')
  const assets = await client.getAssets({ select: ['fields.title'] })
  expect(assets.items).toEqual([{ sys: { id: 'hut', type: 'Asset' }, fields: { title: 'hut' } }])
})

test('the preview API returns drafts and unpublished changes, but no archived entries', async () => {
  const readTitle = async (apiClient: typeof client, id: string) => (await apiClient.getEntry(id)).fields.title
  await expect(client.getEntry('ghost')).rejects.toThrow('could not be found')
  expect(await readTitle(preview, 'ghost')).toBe('Ghost tour')
  const ghost = await preview.getEntry('ghost')
  expect(ghost.sys).toMatchObject({ revision: 0, locale: 'en-US' })
  expect(ghost.sys).not.toHaveProperty('publishedVersion')
  const linked = await preview.getEntries({ 'sys.id': 'alps' })
  expect(linked).not.toHaveProperty('errors')

  const river = await local.client.entry.get({ entryId: 'river' })
  const fields = { ...river.fields, title: { 'en-US': 'Slow river' } }
  const changed = await local.client.entry.update({ entryId: 'river' }, { ...river, fields })
  const sys = { updatedAt: river.sys.publishedAt, revision: 1 }
  expect(await client.getEntry('river')).toMatchObject({ fields: { title: 'River run' }, sys })
  expect(await readTitle(preview, 'river')).toBe('Slow river')
  await local.client.entry.publish({ entryId: 'river' }, changed)
  const delivered = await client.getEntry('river')
  expect(delivered).toMatchObject({ fields: { title: 'Slow river' }, sys: { revision: 2, publishedVersion: 3 } })
  await local.client.entry.unpublish({ entryId: 'river' })
  const { errors } = await client.withoutLinkResolution.getEntries({ 'sys.id': 'alps' })
  expect(errors?.map(({ details }) => details.id).sort()).toEqual(['ghost', 'river'])

  await local.client.entry.archive({ entryId: 'ghost' })
  await expect(preview.getEntry('ghost')).rejects.toThrow('could not be found')
  expect((await preview.getEntries({ content_type: 'trip' })).total).toBe(3)
})

test('returns content types, locales, tags and the space', async () => {
  await local.client.contentType.createWithId({ contentTypeId: 'unpublished' }, { name: 'Unpublished', fields: [] })
  const query: object = { 'sys.id[in]': 'trip,unpublished' }
  expect((await client.getContentTypes({ ...query })).items.map(({ sys }) => sys.id)).toEqual(['trip'])
  const type = await client.getContentType('trip')
  const { sys: managed } = await local.client.contentType.get({ contentTypeId: 'trip' })
  expect({ ...type, fields: [type.fields[0], type.fields.at(-1)] }).toEqual({
    sys: {
      ...{ type: 'ContentType', id: 'trip', revision: 2 },
      ...{ createdAt: managed.firstPublishedAt, updatedAt: managed.updatedAt },
      ...{ space: toLink('Space', 'local'), environment: toLink('Environment', 'master') },
    },
    ...{ name: 'Trip', description: null, displayField: 'title' },
    fields: ['title', 'secret'].map((id) => {
      return {
        id,
        name: id,
        type: 'Symbol',
        required: false,
        localized: id === 'title',
        disabled: false,
        omitted: id === 'secret',
      }
    }),
  })
  expect(type.fields.filter((field) => 'validations' in field)).toEqual([])
  // Recorded: contentful.rb, entries/rich_text_hydration_issue.yml; reported: contentful.js, issue 369.
  expect(type.fields.find(({ id }) => id === 'related')).toMatchObject({
    type: 'Array',
    items: { type: 'Link', linkType: 'Entry', validations: [] },
  })
  await local.client.locale.create({}, { ...GERMAN_LOCALE, name: 'Italian', code: 'it', contentDeliveryApi: false })
  const locales = [
    { code: 'en-US', name: 'English (United States)', default: true, fallbackCode: null },
    { code: 'fr', name: 'French', default: false, fallbackCode: null },
    { code: 'de', name: 'German (Germany)', default: false, fallbackCode: 'en-US' },
  ]
  const localeSys = { type: 'Locale', id: expect.stringMatching(/^[\w-]{11,}$/), version: 1 }
  const listed = { sys: { type: 'Array' }, total: 3, skip: 0, limit: 100 }
  const items = locales.map((locale) => ({ ...locale, sys: localeSys }))
  expect(await client.getLocales()).toEqual({ ...listed, items })
  const { tag } = local.client
  const saved = await tag.update({ tagId: 'seen' }, { ...(await tag.get({ tagId: 'seen' })), name: 'Seen again' })
  const { createdAt, updatedAt, version } = saved.sys
  const delivered = await client.getTag('seen')
  expect(delivered).toMatchObject({
    name: 'Seen again',
    sys: { type: 'Tag', id: 'seen', visibility: 'public', createdAt, updatedAt, version },
  })
  expect((await client.getTags()).items).toEqual([delivered])
  expect(await client.getSpace()).toEqual({ sys: { type: 'Space', id: 'local' }, name: 'Local', locales })
})

test('pagination returns each entry once', async () => {
  await publishPhotoModel(local)
  const ids = Array.from({ length: 12 }, (_, index) => `photo-${String(index).padStart(2, '0')}`)
  for (const [index, id] of ids.entries())
    await publishEntry(local, 'photo', id, { alt: 'A photo', rank: 1 + (index % 5) })
  await createDraftEntry(local, 'photo', 'photo-draft', { alt: 'A draft' })
  for (const order of [{}, { order: ['fields.rank'] as const }, { order: ['-fields.alt'] as const }]) {
    const readIds: string[] = []
    for (let skip = 0; skip < 16; skip += 4) {
      const page = await client.getEntries({ content_type: 'photo', skip, limit: 4, ...order })
      expect(page).toMatchObject({ total: 12, skip, limit: 4 })
      readIds.push(...page.items.map(({ sys }) => sys.id))
    }
    expect(readIds.sort()).toEqual(ids)
  }
  // contentful-merge (create-fetch-partial-entities-task.ts) and a maintainer of Contentful (contentful-management.js, issue
  // 1465) rely on it.
  expect(await client.getEntries({ content_type: 'photo', limit: 0 })).toMatchObject({ total: 12, items: [] })
})

test('responds 404 with type and id of a missing resource', async () => {
  const base = '/cdn/spaces/local/environments/master'
  for (const [path, type] of [
    ['assets/nowhere', 'Asset'],
    ['tags/unseen', 'Tag'],
    ['entries/nowhere', 'Entry'],
  ])
    expect(await fetchError(local, `${base}/${path}`)).toMatchObject({
      status: 404,
      id: 'NotFound',
      details: { type, environment: 'master', space: 'local' },
    })
  // Recorded: contentful.rb, not_found.yml.
  const content = await fetchError(local, `${base}/content_types/nowhere`)
  expect(content).toMatchObject({ status: 404, id: 'NotFound', details: undefined })
})

test('each API accepts its own token only, as header or query parameter', async () => {
  const paths = { '/cdn': 'local-delivery', '/preview': 'local-preview' }
  for (const [api, validToken] of Object.entries(paths)) {
    const path = `${api}/spaces/local/entries?limit=1`
    for (const token of ['', 'wrong', 'local-management', 'local-delivery', 'local-preview'])
      if (token !== validToken)
        expect(await fetchError(local, path, token)).toMatchObject({ status: 401, id: 'AccessTokenInvalid' })
    const response = await fetch(`${local.url}${path}&access_token=${validToken}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/vnd\.contentful\.delivery\.v1\+json/)
  }
  await expect(createContentfulClient(local.url, { accessToken: 'wrong' }).getEntries()).rejects.toThrow('access token')
})

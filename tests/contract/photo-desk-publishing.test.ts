import { expect, test } from 'vitest'
import { findUsages } from '#cms/photo-desk/publishing/find-usages.ts'
import { publishContent } from '#cms/photo-desk/publishing/publish-content.ts'
import { removePicture } from '#cms/photo-desk/publishing/remove-picture.ts'
import { scheduleActions } from '#cms/photo-desk/publishing/schedule-actions.ts'
import { createDeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { fetchSpacePictures, getPicture, type SpaceChange } from '#cms/photo-desk/space/space-pictures.ts'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { createPictureSpace, type PictureSpace } from './picture-space.ts'
import { saveDraft } from './seeded-space.ts'
import { createAsset, createDraftEntry, createPicture, toLink } from './test-contentful.ts'

const { field } = PHOTO_TYPE.page
const ALT_TEXT = 'A sideboom lowers a pipe into a trench'

/** Creates drafts at the start of the gallery, without alternative texts for empty ones, and reads the library. */
async function createDrafts(space: PictureSpace, altTexts: Readonly<Record<string, string>>) {
  const ids = Object.keys(altTexts)
  for (const id of ids) {
    await createAsset(space, `${id}-file`, await createPicture())
    const altText = altTexts[id]
    const fields = { photo: toLink('Asset', `${id}-file`), ...(altText && { altText }) }
    await createDraftEntry(space, PHOTO_TYPE.type, id, fields)
  }
  const client = createDeskClient(space.client)
  const { page } = await fetchSpacePictures(client, PHOTO_TYPE)
  const links = [...ids.map((id) => toLink('Entry', id)), ...page.fields[field][LOCALE]]
  await saveDraft(space, page.sys.id, field, links)
  const spacePictures = await fetchSpacePictures(client, PHOTO_TYPE)
  return { client, spacePictures, pictures: ids.flatMap((id) => getPicture(spacePictures, PHOTO_TYPE, id) ?? []) }
}

/** Records in which order resources are published. */
function createRecorder() {
  const order: string[] = []
  return {
    order,
    onChange: ({ assets = [], entries = [], page }: SpaceChange) => {
      order.push(...[...assets, ...entries, ...(page ? [page] : [])].map(({ sys }) => sys.id))
    },
  }
}

test('publishes assets, then entries, then the page', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT, b: `${ALT_TEXT} again` })
  const { order, onChange } = createRecorder()
  const progress: string[] = []
  const result = await publishContent({
    client,
    pictures,
    page: spacePictures.page,
    onChange,
    onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
  })
  expect(Object.fromEntries(result.pictures)).toEqual({ a: { status: 'published' }, b: { status: 'published' } })
  expect(result.page).toEqual({ status: 'published' })
  expect([order.slice(0, 2).sort(), order.slice(2, 4).sort(), order.slice(4)]).toEqual([
    ['a-file', 'b-file'],
    ['a', 'b'],
    [spacePictures.page.sys.id],
  ])
  expect(progress).toEqual(['0/5', '1/5', '2/5', '3/5', '4/5', '5/5'])
})

test('publishes the page and the other photographs when one fails', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT, b: '' })
  const { page } = spacePictures
  const result = await publishContent({ client, pictures, page, onChange: () => {}, onProgress: () => {} })
  expect(result.pictures.get('a')).toEqual({ status: 'published' })
  expect(result.pictures.get('b')).toMatchObject({ status: 'failed', message: expect.stringContaining('altText') })
  expect(result.page).toEqual({ status: 'published' })
})

test('publishes nothing of a photograph that somebody else has changed, and returns both versions', async () => {
  await using space = await createPictureSpace()
  const { client, pictures } = await createDrafts(space, { a: ALT_TEXT })
  const actual = await saveDraft(space, 'a', 'caption', 'A caption of another editor')
  const { order, onChange } = createRecorder()
  const result = await publishContent({ client, pictures, page: undefined, onChange, onProgress: () => {} })
  expect(result.pictures.get('a')).toEqual({ status: 'conflict', entry: { seen: pictures[0]?.entry, actual } })
  expect((await space.client.entry.get({ entryId: 'a' })).sys.publishedVersion).toBeUndefined()
  expect(order).toEqual(['a-file', 'a'])
})

test('publishes a photograph that somebody else has saved without a change', async () => {
  await using space = await createPictureSpace()
  const { client, pictures } = await createDrafts(space, { a: ALT_TEXT })
  await saveDraft(space, 'a', 'altText', ALT_TEXT)
  const result = await publishContent({ client, pictures, page: undefined, onChange: () => {}, onProgress: () => {} })
  expect(result.pictures.get('a')).toEqual({ status: 'published' })
})

test('deletes a published photograph, its file and its place in the gallery', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
  const [picture] = pictures
  if (!picture) throw new Error('The draft is not in the space')
  await publishContent({ client, pictures, page: spacePictures.page, onChange: () => {}, onProgress: () => {} })
  const latest = await fetchSpacePictures(client, PHOTO_TYPE)
  const usages = await findUsages(client, { entryId: 'a', assetId: 'a-file' })
  expect(usages).toEqual({
    ofEntry: [expect.objectContaining({ id: spacePictures.page.sys.id, isPage: true })],
    ofAsset: [],
  })

  await removePicture('delete', {
    client,
    pictureType: PHOTO_TYPE,
    page: spacePictures.page, // an older version: the list is removed from the latest one
    picture: getPicture(latest, PHOTO_TYPE, 'a') ?? picture,
    isAssetShared: false,
    onChange: () => {},
  })
  const after = await fetchSpacePictures(client, PHOTO_TYPE)
  expect(after.entries.has('a')).toBe(false)
  expect((await space.client.asset.getMany({ query: { 'sys.id': 'a-file' } })).total).toBe(0)
  expect(JSON.stringify(after.page.fields[field])).not.toContain('"a"')
})

/** Requests of the client that take effect, and whose first response is lost. */
function loseFirstResponses(cma: PictureSpace['client']) {
  const lost = new Set<unknown>()
  const loseFirst = <Send extends (...args: never[]) => Promise<unknown>>(send: Send): Send =>
    new Proxy(send, {
      apply: async (target, self, args) => {
        const result: unknown = await Reflect.apply(target, self, args)
        if (lost.has(send)) return result
        lost.add(send)
        throw new Error('Network Error')
      },
    })
  return createDeskClient({
    ...cma,
    entry: {
      ...cma.entry,
      publish: loseFirst(cma.entry.publish),
      unpublish: loseFirst(cma.entry.unpublish),
      delete: loseFirst(cma.entry.delete),
      update: loseFirst(cma.entry.update),
    },
    asset: {
      ...cma.asset,
      publish: loseFirst(cma.asset.publish),
      unpublish: loseFirst(cma.asset.unpublish),
      archive: loseFirst(cma.asset.archive),
      delete: loseFirst(cma.asset.delete),
    },
    scheduledActions: { ...cma.scheduledActions, create: loseFirst(cma.scheduledActions.create) },
  })
}

test.each(['archive', 'delete'] as const)(
  'publishes, then %ss a photograph although responses are lost',
  async (kind) => {
    await using space = await createPictureSpace()
    const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
    const unreliableClient = loseFirstResponses(space.client)
    const result = await publishContent({
      client: unreliableClient,
      pictures,
      page: spacePictures.page,
      onChange: () => {},
      onProgress: () => {},
    })
    expect([result.pictures.get('a'), result.page]).toEqual([{ status: 'published' }, { status: 'published' }])
    const { page, ...published } = await fetchSpacePictures(client, PHOTO_TYPE)
    const picture = getPicture({ page, ...published }, PHOTO_TYPE, 'a')
    if (!picture) throw new Error('The photograph is not in the space')
    const options = { client: unreliableClient, pictureType: PHOTO_TYPE, page, picture, isAssetShared: false }
    await removePicture(kind, { ...options, onChange: () => {} })
    const after = await fetchSpacePictures(client, PHOTO_TYPE)
    expect(JSON.stringify(after.page.fields[field])).not.toContain('"a"')
    const { entry, asset } = getPicture(after, PHOTO_TYPE, 'a') ?? {}
    if (kind === 'archive')
      for (const { sys } of [entry, asset].flatMap((resource) => resource ?? []))
        expect(sys.archivedVersion).toBeDefined()
    expect([entry, asset].filter(Boolean)).toHaveLength(kind === 'archive' ? 2 : 0)
  },
)

test('deletes the rest of a photograph whose entry somebody else has deleted', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
  await publishContent({ client, pictures, page: spacePictures.page, onChange: () => {}, onProgress: () => {} })
  const { page, ...published } = await fetchSpacePictures(client, PHOTO_TYPE)
  const picture = getPicture({ page, ...published }, PHOTO_TYPE, 'a')
  if (!picture) throw new Error('The photograph is not in the space')
  await space.client.entry.unpublish({ entryId: 'a' })
  await space.client.entry.delete({ entryId: 'a' })
  const options = { client, pictureType: PHOTO_TYPE, page, picture, isAssetShared: false, onChange: () => {} }
  await removePicture('delete', options)
  expect((await space.client.asset.getMany({ query: { 'sys.id': 'a-file' } })).total).toBe(0)
})

test('says that a photograph to publish is deleted or archived by somebody else', async () => {
  await using space = await createPictureSpace()
  const { client, pictures } = await createDrafts(space, { a: ALT_TEXT, b: `${ALT_TEXT} again` })
  await space.client.entry.delete({ entryId: 'a' })
  await space.client.entry.archive({ entryId: 'b' })
  const result = await publishContent({ client, pictures, page: undefined, onChange: () => {}, onProgress: () => {} })
  expect(Object.fromEntries(result.pictures)).toEqual({
    a: { status: 'failed', message: 'This does not exist any more: somebody else has deleted it' },
    b: { status: 'failed', message: 'This is archived: restore it in Contentful (Unarchive), then retry' },
  })
})

test('archives a photograph and keeps a file that others use', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
  const [picture] = pictures
  if (!picture) throw new Error('The draft is not in the space')
  const { page } = spacePictures
  await removePicture('archive', {
    client,
    pictureType: PHOTO_TYPE,
    page,
    picture,
    isAssetShared: true,
    onChange: () => {},
  })
  expect((await space.client.entry.get({ entryId: 'a' })).sys.archivedVersion).toBeDefined()
  expect((await space.client.asset.get({ assetId: 'a-file' })).sys.archivedVersion).toBeUndefined()
})

test('schedules all steps or none', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures } = await createDrafts(space, { a: ALT_TEXT })
  const pageId = spacePictures.page.sys.id
  const date = new Date(Date.now() + 60 * 60 * 1_000)
  const schedule = (ids: readonly string[], pendingIds: readonly string[] = []) =>
    scheduleActions({
      client,
      environmentId: 'master',
      entities: ids.map((id) => ({ linkType: 'Entry', id })),
      action: 'publish',
      date,
      timeZone: 'Europe/Berlin',
      pendingIds: new Set(pendingIds),
    })
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const countScheduled = async () => (await space.client.scheduledActions.getMany({ query })).items.length

  await expect(schedule(['a', 'missing'])).rejects.toThrow('Nothing is scheduled.')
  expect(await countScheduled()).toBe(0)
  await expect(
    schedule(
      ['a', pageId],
      Array.from({ length: 499 }, (_, index) => `other-${index}`),
    ),
  ).rejects.toThrow('at most 500 steps')
  expect(await countScheduled()).toBe(0)
  await schedule(['a', pageId])
  expect(await countScheduled()).toBe(2)
})

test('a failed schedule keeps the same step that somebody else has scheduled', async () => {
  await using space = await createPictureSpace()
  await createDrafts(space, { a: ALT_TEXT })
  const date = new Date(Date.now() + 60 * 60 * 1_000)
  const options = {
    environmentId: 'master',
    entities: [{ linkType: 'Entry', id: 'a' }],
    action: 'publish',
    date,
    timeZone: 'Europe/Berlin',
  } as const
  const [other] = await scheduleActions({ ...options, client: createDeskClient(space.client), pendingIds: new Set() })
  const id = other?.sys.id ?? ''
  const { scheduledActions } = space.client
  const create = () => Promise.reject(new Error(JSON.stringify({ status: 403 })))
  const client = createDeskClient({ ...space.client, scheduledActions: { ...scheduledActions, create } })
  await expect(scheduleActions({ ...options, client, pendingIds: new Set([id]) })).rejects.toThrow(
    'Nothing is scheduled.',
  )
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await scheduledActions.getMany({ query })
  expect(items.map(({ sys }) => sys.id)).toEqual([id])
})

test('schedules each step once although a response is lost', async () => {
  await using space = await createPictureSpace()
  const { spacePictures } = await createDrafts(space, { a: ALT_TEXT })
  const actions = await scheduleActions({
    client: loseFirstResponses(space.client),
    environmentId: 'master',
    entities: ['a', spacePictures.page.sys.id].map((id) => ({ linkType: 'Entry', id })),
    action: 'publish',
    date: new Date(Date.now() + 60 * 60 * 1_000),
    timeZone: 'Europe/Berlin',
    pendingIds: new Set(),
  })
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await space.client.scheduledActions.getMany({ query })
  expect(items.map(({ sys }) => sys.id).toSorted()).toEqual(actions.map(({ sys }) => sys.id).toSorted())
  expect(items).toHaveLength(2)
})

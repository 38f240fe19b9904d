import { onlineManager, QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { createDeskClient } from '#cms/photo-desk/space/desk-client.ts'
import type { UploadDatabase } from '#cms/photo-desk/space/desk-database.ts'
import { PHOTO_TYPE, type PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { applySpaceChange, createSpacePicturesQuery, type EntryValues } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureTools } from '#cms/photo-desk/uploads/picture-tools.ts'
import type { UploadRecord } from '#cms/photo-desk/uploads/upload.ts'
import { createUploadQueue } from '#cms/photo-desk/uploads/upload-queue.ts'
import { hashFile } from '#cms/pictures/picture-file.ts'
import { LOCALE } from '#shared/constants.ts'
import { createFastDeskClient, createPictureSpace, INITIAL_COUNT } from '#tests/setup/contentful/picture-space.ts'
import { createManagementClient } from '#tests/setup/contentful/test-contentful.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { createErrorResponse, type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'

type CMAClient = Parameters<typeof createDeskClient>[0]

type Requests = { readonly [Name in 'asset' | 'entry' | 'upload']: Partial<CMAClient[Name]> }

interface WorkspaceOptions {
  readonly pictureType?: PictureType
  /** Requests that replace those of the client. */
  readonly intercept?: (client: CMAClient) => Partial<Requests>
  /** Faults of the network. */
  readonly getFault?: (received: ProxiedRequest) => ProxyFault
  readonly database?: UploadDatabase
}

/** A queue on a local Contentful. Instead of converting, the tools use the content of a file as it is. */
async function createTestQueue({ pictureType = PHOTO_TYPE, intercept, getFault, database }: WorkspaceOptions = {}) {
  const space = await createPictureSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const proxy = await startFaultProxy(space.url, getFault)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const cma: CMAClient = createManagementClient(proxy.url)
  const changes = intercept?.(cma)
  const client = createFastDeskClient({
    ...cma,
    asset: { ...cma.asset, ...changes?.asset },
    entry: { ...cma.entry, ...changes?.entry },
    upload: { ...cma.upload, ...changes?.upload },
  })
  const queryClient = new QueryClient()
  const query = createSpacePicturesQuery(client, pictureType)
  const edits: (readonly [string, EntryValues])[] = []
  const queue = createUploadQueue({
    client,
    database,
    pictureType,
    tools: TEST_TOOLS,
    fetchSpacePictures: () => queryClient.ensureQueryData(query),
    updateSpacePictures: (change) => {
      queryClient.setQueryData(
        query.queryKey,
        (spacePictures) => spacePictures && applySpaceChange(spacePictures, change),
      )
    },
    changeEntry: (...edit) => void edits.push(edit),
  })
  const addPhotos = async (...names: readonly string[]) =>
    queue.addFiles(
      await Promise.all(names.map(async (name) => new File([new Uint8Array(await createPhoto(name))], `${name}.jpg`))),
    )
  const getStatuses = () => queue.store.getState().map(({ status }) => status)
  const waitFor = (...statuses: readonly string[]) => expect.poll(getStatuses).toEqual(statuses)
  const readList = async () => {
    const { items } = await space.client.entry.getMany({ query: { content_type: 'galleryPage' } })
    const links: readonly { readonly sys: { readonly id: string } }[] = items[0]?.fields.images?.[LOCALE] ?? []
    return links.map(({ sys }) => sys.id).slice(INITIAL_COUNT)
  }
  const findId = (fileName: string) => queue.store.getState().find((upload) => upload.fileName === fileName)?.id ?? ''
  return { space, queue, edits, addPhotos, waitFor, readList, findId }
}

const TEST_TOOLS: PictureTools = {
  prepare: async (file) => {
    const content = new Uint8Array(await file.arrayBuffer())
    return {
      hash: await hashFile(content),
      // Different for each content, so that only the same content is a duplicate.
      perceptualHash: content.subarray(-768),
      master: new Blob([content], { type: 'image/jpeg' }),
      extension: '.jpg',
      thumbnail: undefined,
    }
  },
  hashSpacePicture: async () => new Uint8Array(768),
}

/** Creates what stands for the database of the browser. Its files can be lost. */
function createTestDatabase() {
  const uploads = new Map<string, UploadRecord>()
  const files = new Map<string, Blob>()
  const database: UploadDatabase = {
    readAll: async () => [...uploads.values()],
    readFile: async (id) => files.get(id),
    put: async (upload, file) => {
      uploads.set(upload.id, upload)
      if (file) files.set(upload.id, file)
    },
    delete: async (id) => [uploads.delete(id), files.delete(id)],
  }
  return { database, files }
}

/** Lets all that the browser's database should do fail. */
const fail = async () => {
  throw new DOMException('Not allowed', 'UnknownError')
}

test('adds photographs as drafts with the texts typed meanwhile, and keeps their file names', async () => {
  const { space, queue, addPhotos, waitFor, readList, findId } = await createTestQueue()
  await addPhotos('one', 'two')
  queue.changeValues(findId('one.jpg'), { altText: 'A welder on a pipe', caption: '' })
  await waitFor('done', 'done')
  const ids = await readList()
  expect(ids).toHaveLength(2)
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  expect(entries.map(({ fields }) => fields.altText?.[LOCALE]).toSorted()).toEqual(['A welder on a pipe', undefined])
  const assets = await Promise.all(ids.map((assetId) => space.client.asset.get({ assetId })))
  expect(assets.map(({ fields }) => fields.file[LOCALE]?.fileName).toSorted()).toEqual(['one.jpg', 'two.jpg'])
  expect(assets.map(({ fields }) => fields.title[LOCALE]).toSorted()).toEqual(['A welder on a pipe', 'two'])
  expect([...entries, ...assets].filter(({ sys }) => sys.publishedVersion !== undefined)).toEqual([])
})

test('the list has the order of the files, although a later one is finished first', async () => {
  const { promise: isSecondListed, resolve } = Promise.withResolvers<void>()
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    intercept: ({ asset, entry }) => ({
      asset: {
        createWithId: async (...args: Parameters<typeof asset.createWithId>) => {
          if (args[1].fields.file[LOCALE]?.fileName === 'one.jpg') await isSecondListed
          return asset.createWithId(...args)
        },
      },
      entry: { update: callAfter(entry.update, resolve) },
    }),
  })
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  expect(await readList()).toEqual(queue.store.getState().map(({ entryId }) => entryId))
})

/** Calls a function after each successful request. */
function callAfter<Args extends readonly unknown[], Result>(
  request: (...args: Args) => Promise<Result>,
  callback: () => void,
) {
  return async (...args: Args): Promise<Result> => {
    const result = await request(...args)
    callback()
    return result
  }
}

const lostResponse = () => new Error('Network Error')

/** Lets the first request take effect, and loses its response. */
function loseFirstResponse<Args extends readonly unknown[], Result>(request: (...args: Args) => Promise<Result>) {
  let isLost = false
  return async (...args: Args): Promise<Result> => {
    const result = await request(...args)
    if (isLost) return result
    isLost = true
    throw lostResponse()
  }
}

test.each<[string, (client: CMAClient) => Partial<Requests>]>([
  ['the upload', ({ upload }) => ({ upload: { create: loseFirstResponse(upload.create) } })],
  ['the asset', ({ asset }) => ({ asset: { createWithId: loseFirstResponse(asset.createWithId) } })],
  [
    'the response to the processing',
    ({ asset }) => ({ asset: { processForLocale: loseFirstResponse(asset.processForLocale) } }),
  ],
  ['the entry', ({ entry }) => ({ entry: { createWithId: loseFirstResponse(entry.createWithId) } })],
  ['the list', ({ entry }) => ({ entry: { update: loseFirstResponse(entry.update) } })],
])('adds a photograph once if the response to %s is lost', async (_, intercept) => {
  const { addPhotos, waitFor, readList, queue } = await createTestQueue({ intercept })
  await addPhotos('one')
  await waitFor('done')
  expect(await readList()).toEqual([queue.store.getState()[0]?.entryId])
})

test.each(['asset', 'entry'] as const)(
  'adds a photograph whose %s somebody else deletes meanwhile again',
  async (type) => {
    let isFirst = true
    const { space, addPhotos, waitFor, readList, queue } = await createTestQueue({
      intercept: ({ asset, entry }) => ({
        asset: {
          processForLocale: async (...args) => {
            if (type === 'asset' && isFirst) await asset.delete({ assetId: args[1].sys.id })
            isFirst &&= type !== 'asset'
            return asset.processForLocale(...args)
          },
        },
        entry: {
          update: async (...args) => {
            if (type === 'asset' || !isFirst) return entry.update(...args)
            isFirst = false
            await entry.delete({ entryId: queue.store.getState()[0]?.entryId ?? '' })
            throw Object.assign(new Error(JSON.stringify({ status: 422, message: 'Not valid' })), {
              name: 'InvalidEntry',
            })
          },
        },
      }),
    })
    await addPhotos('one')
    await waitFor('failed')
    if (type === 'asset')
      expect(queue.store.getState()[0]?.problem?.message).toBe(
        'This does not exist any more: somebody else has deleted it',
      )
    queue.resume(queue.store.getState().map(({ id }) => id))
    await waitFor('done')
    const [id = ''] = await readList()
    expect((await space.client.asset.get({ assetId: id })).fields.file[LOCALE]?.url).toBeDefined()
    expect((await space.client.entry.get({ entryId: id })).sys.id).toBe(id)
  },
)

test('stops all uploads when the session ends, and continues them on request', async () => {
  let isExpired = false
  const expired = createErrorResponse(401, 'The access token has expired')
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    getFault: () => (isExpired ? expired : undefined),
  })
  await addPhotos('one')
  await waitFor('done')
  isExpired = true
  await addPhotos('two', 'three')
  await expect.poll(() => queue.status.getState().problem).toMatch(/^Contentful has ended your session\. Sign in again/)
  await waitFor('done', 'waiting', 'waiting')
  isExpired = false
  queue.resume([])
  await waitFor('done', 'done', 'done')
  expect(queue.status.getState().problem).toBeUndefined()
  expect(await readList()).toHaveLength(3)
})

test('stops all uploads when the space is full', async () => {
  const body = {
    status: 403,
    message: 'Forbidden',
    details: { reasons: ['usageExceeded', 'The limit is 1,000 assets'] },
  }
  let isFull = true
  const { queue, addPhotos, waitFor } = await createTestQueue({
    intercept: ({ asset }) => ({
      asset: {
        createWithId: async (...args) => {
          if (isFull) throw Object.assign(new Error(JSON.stringify(body)), { name: 'AccessDenied' })
          return asset.createWithId(...args)
        },
      },
    }),
  })
  await addPhotos('one', 'two')
  await expect.poll(() => queue.status.getState().problem).toMatch(/^The space is full .*The limit is 1,000 assets/)
  await waitFor('waiting', 'waiting')
  isFull = false
  queue.resume([])
  await waitFor('done', 'done')
})

test('a failed photograph does not affect the others, and is uploaded again on request', async () => {
  const body = { status: 422, message: 'Validation error', details: {} }
  let failures = 1
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    intercept: ({ asset }) => ({
      asset: {
        createWithId: async (...args) => {
          if (args[1].fields.title[LOCALE] === 'one' && failures-- > 0)
            throw Object.assign(new Error(JSON.stringify(body)), { name: 'ValidationFailed' })
          return asset.createWithId(...args)
        },
      },
    }),
  })
  await addPhotos('one', 'two')
  await waitFor('failed', 'done')
  expect(queue.store.getState()[0]?.problem?.message).toMatch(/^Contentful does not accept this/)
  queue.resume(queue.store.getState().map(({ id }) => id))
  await waitFor('done', 'done')
  expect(await readList()).toHaveLength(2)
})

test('a cancelled photograph leaves no drafts, and the other one is added', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { space, queue, addPhotos, waitFor, readList, findId } = await createTestQueue({
    intercept: ({ entry }) => ({
      entry: {
        createWithId: async (...args) => {
          await released
          return entry.createWithId(...args)
        },
      },
    }),
  })
  await addPhotos('kept', 'cancelled')
  await expect.poll(() => queue.store.getState().map(({ step }) => step)).toEqual(['saving', 'saving'])
  const cancelledId = queue.store.getState()[1]?.entryId ?? ''
  queue.cancel([findId('cancelled.jpg')])
  release()
  await waitFor('done')
  for (const request of [
    () => space.client.asset.get({ assetId: cancelledId }),
    () => space.client.entry.get({ entryId: cancelledId }),
  ])
    await expect
      .poll(() =>
        request().then(
          () => 'exists',
          (error: Error) => error.name,
        ),
      )
      .toBe('NotFound')
  expect(await readList()).toHaveLength(1)
})

test('converts a file again that the browser has lost', async () => {
  const { database, files } = createTestDatabase()
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  let sent = 0
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    database,
    intercept: ({ upload }) => ({
      upload: {
        create: async (...args) => {
          sent += 1
          await isLost
          return upload.create(...args)
        },
      },
    }),
  })
  await addPhotos('one', 'two', 'three', 'four')
  await expect.poll(() => [sent, queue.store.getState()[3]?.target]).toEqual([3, expect.anything()])
  files.clear()
  lose()
  await waitFor('done', 'done', 'done', 'failed')
  expect(queue.store.getState()[3]?.problem?.message).toContain('Retry, then it is converted again')
  queue.resume(queue.store.getState().map(({ id }) => id))
  await waitFor('done', 'done', 'done', 'done')
  expect(await readList()).toEqual(queue.store.getState().map(({ entryId }) => entryId))
})

test.each([
  ['there is none', undefined],
  ['it is full', { ...createTestDatabase().database, put: fail }],
])('adds photographs although the browser keeps no files, because %s', async (_, database) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const { queue, addPhotos, waitFor, readList } = await createTestQueue(database && { database })
  await addPhotos('one', 'two')
  await expect.poll(() => queue.status.getState().isKept).toBe(false)
  expect(queue.hasUnsavedFiles()).toBe(true)
  await waitFor('done', 'done')
  expect(queue.hasUnsavedFiles()).toBe(false)
  expect(await readList()).toHaveLength(2)
})

test('adds photographs although the database of the browser cannot be read', async () => {
  const { database } = createTestDatabase()
  const { queue, addPhotos, waitFor } = await createTestQueue({ database: { ...database, readAll: fail } })
  await expect(queue.restore()).rejects.toThrow('Not allowed')
  await addPhotos('one')
  await waitFor('done')
})

test('a lost connection stops uploads, and a new one continues them', async () => {
  const { addPhotos, waitFor } = await createTestQueue()
  onlineManager.setOnline(false)
  await addPhotos('one')
  await waitFor('waiting')
  onlineManager.setOnline(true)
  await waitFor('done')
})

test('keeps what another editor adds to the list at the same time', async () => {
  let isChanged = false
  const { space, addPhotos, waitFor, readList } = await createTestQueue({
    intercept: ({ entry }) => ({
      entry: {
        update: async (...args) => {
          const [params, data] = args
          if (!isChanged && data.sys.contentType.sys.id === 'galleryPage') {
            isChanged = true
            const page = await entry.get(params)
            const links = page.fields.images?.[LOCALE] ?? []
            page.fields.images = { [LOCALE]: [...links, links[0]] }
            await entry.update(params, page)
          }
          return entry.update(...args)
        },
      },
    }),
  })
  const { items } = await space.client.entry.getMany({ query: { content_type: 'galleryPage' } })
  const [firstId] = items[0]?.fields.images?.[LOCALE].map((link: { sys: { id: string } }) => link.sys.id) ?? []
  await addPhotos('one')
  await waitFor('done')
  const [theirs, ours] = await readList()
  expect(theirs).toBe(firstId)
  expect(ours).toMatch(/^photo-/)
})

test('a full list is noticed before the file is sent', async () => {
  const page = { ...PHOTO_TYPE.page, maxItems: INITIAL_COUNT + 1 }
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({ pictureType: { ...PHOTO_TYPE, page } })
  await addPhotos('one')
  await waitFor('done')
  await addPhotos('two')
  await waitFor('done', 'failed')
  expect(queue.store.getState()[1]?.problem?.message).toBe(
    'does not fit: the gallery has 4 of at most 4 pictures. Remove some of them, then retry',
  )
  expect(await readList()).toHaveLength(1)
})

test('the same file in the queue waits for a decision, and is added again with another id', async () => {
  const { queue, addPhotos, waitFor, readList, findId } = await createTestQueue()
  await addPhotos('one')
  queue.addFiles([new File([new Uint8Array(await createPhoto('one'))], 'copy.jpg')])
  await waitFor('done', 'duplicate')
  queue.decide([findId('copy.jpg')], 'add')
  await waitFor('done', 'done')
  const [first, second] = await readList()
  expect(second).toBe(`${first}-2`)
})

test('§10 Photo desk: a file is replaced in its place: entry, order and texts stay, and nothing is published', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  const ids = await readList()
  const entry = await space.client.entry.get({ entryId: ids[0] ?? '' })
  queue.replaceFile(ids[0] ?? '', new File([new Uint8Array(await createPhoto('better'))], 'better.jpg'))
  await waitFor('done', 'done', 'done')
  const asset = await space.client.asset.get({ assetId: ids[0] ?? '' })
  expect(asset.fields.file[LOCALE]).toMatchObject({ fileName: 'better.jpg', url: expect.any(String) })
  expect(asset.sys.publishedVersion).toBeUndefined()
  expect(await space.client.entry.get({ entryId: ids[0] ?? '' })).toEqual(entry)
  expect(await readList()).toEqual(ids)
})

test('a replaced file that is another picture waits for a decision; the same picture is no duplicate', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  const [one = '', two = ''] = await readList()
  const createFile = async (name: string) => new File([new Uint8Array(await createPhoto(name))], `new ${name}.jpg`)
  queue.replaceFile(one, await createFile('two'))
  queue.replaceFile(two, await createFile('two'))
  await waitFor('done', 'done', 'duplicate', 'done')
  expect(queue.store.getState()[2]?.duplicate?.entryId).toBe(two)
  queue.decide([queue.store.getState()[2]?.id ?? ''], 'add')
  await waitFor('done', 'done', 'done', 'done')
  expect((await space.client.asset.get({ assetId: one })).fields.file[LOCALE]?.fileName).toBe('new two.jpg')
  expect(await readList()).toEqual([one, two])
})

test('a picture whose file another entry shows too gets an asset of its own', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one')
  await waitFor('done')
  const [entryId = ''] = await readList()
  const link = { sys: { type: 'Link', linkType: 'Asset', id: entryId } }
  await space.client.entry.create({ contentTypeId: 'galleryImage' }, { fields: { photo: { [LOCALE]: link } } })
  queue.replaceFile(entryId, new File([new Uint8Array(await createPhoto('better'))], 'better.jpg'))
  await waitFor('done', 'done')
  expect((await space.client.asset.get({ assetId: entryId })).fields.file[LOCALE]?.fileName).toBe('one.jpg')
  const { photo } = (await space.client.entry.get({ entryId })).fields
  const own = await space.client.asset.get({ assetId: photo?.[LOCALE].sys.id })
  expect(own.fields.file[LOCALE]?.fileName).toBe('better.jpg')
})

test('texts that are typed after the entry exists are saved in it', async () => {
  const { queue, edits, addPhotos, waitFor, findId } = await createTestQueue()
  await addPhotos('one')
  await waitFor('done')
  queue.changeValues(findId('one.jpg'), { altText: 'Late' })
  expect(edits).toEqual([[queue.store.getState()[0]?.entryId, { altText: 'Late' }]])
})

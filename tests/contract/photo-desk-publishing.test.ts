import { expect, test, vi } from 'vitest'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { getListedEntryIds, setListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'
import {
  fetchSpacePictures,
  type SpaceAccess,
  type SpaceEntry,
  type SpacePictures,
} from '#cms/photo-desk/client/space-pictures.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import { changePictures, type PictureAction } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { type ScheduledEntity, scheduleActions } from '#cms/photo-desk/state/publication/scheduled-actions.ts'
import { createAsset, createDraftEntry, createPicture, toLink } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { createPictureSpace, type PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { createFastDeskClient, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import {
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { createUnreliableClient } from './test-desk.ts'

const { field } = PHOTO_TYPE.page
const ALT_TEXT = 'A sideboom lowers a pipe into a trench'

/** Returns pictures of the space by the ids of their entries. */
function selectPictures(spacePictures: SpacePictures, ids: readonly string[]) {
  const pictures = listPictures(spacePictures, PHOTO_TYPE)
  return ids.flatMap((id) => pictures.get(id) ?? [])
}

/** Creates drafts at the start of the gallery, without alternative texts for empty ones, and reads the pictures. */
async function createDrafts(space: PictureSpace, altTexts: Readonly<Record<string, string>>) {
  const ids = Object.keys(altTexts)
  for (const id of ids) {
    await createAsset(space, `${id}-file`, await createPicture())
    const altText = altTexts[id]
    const fields = { photo: toLink('Asset', `${id}-file`), ...(altText && { altText }) }
    await createDraftEntry(space, PHOTO_TYPE.type, id, fields)
  }
  const client = createFastDeskClient(space.client)
  const { page } = await fetchSpacePictures(client, PHOTO_TYPE)
  const links = [...ids.map((id) => toLink('Entry', id)), ...page.fields[field][LOCALE]]
  await saveDraft(space, page.sys.id, field, links)
  const spacePictures = await fetchSpacePictures(client, PHOTO_TYPE)
  return { client, spacePictures, pictures: selectPictures(spacePictures, ids) }
}

type SpaceChange = Parameters<SpaceAccess['updateSpacePictures']>[0]

interface ChangeOptions extends Pick<Parameters<typeof changePictures>[1], 'pictures'> {
  readonly client: DeskClient
  readonly page?: SpaceEntry
  readonly isPagePublished?: boolean
  readonly places?: readonly string[]
  readonly onChange?: (change: SpaceChange) => void
}

const applyAction = (action: PictureAction, { client, page = createTestPage([], {}), ...options }: ChangeOptions) =>
  changePictures(action, {
    space: {
      client,
      pictureType: PHOTO_TYPE,
      fetchSpacePictures: async () => ({ page, entries: new Map(), assets: new Map() }),
      updateSpacePictures: options.onChange ?? (() => {}),
    },
    page,
    onProgress: () => {},
    ...options,
  })

/** Publishes pictures, and the page if it is given. */
const publish = (options: ChangeOptions) =>
  applyAction('publish', { ...options, isPagePublished: options.page !== undefined })

test('§10.38 publishes each asset before its entry, and the page last, also when one photograph fails', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT, b: '' })
  const { page } = spacePictures
  const order: string[] = []
  const failures = await publish({
    client,
    pictures,
    page,
    onChange: ({ assets = [], entries = [], page: changed }) =>
      order.push(...[...assets, ...entries, ...(changed ? [changed] : [])].map(({ sys }) => sys.id)),
  })
  expect([...failures]).toMatchObject([['b', { message: expect.stringContaining('altText') }]])
  expect(order.filter((id) => id !== 'b-file')).toEqual(['a-file', 'a', page.sys.id])
})

test('publishes nothing of a photograph whose file somebody else has changed in a field that the desk does not show', async () => {
  await using space = await createPictureSpace()
  const { client, pictures } = await createDrafts(space, { a: ALT_TEXT })
  const asset = await space.client.asset.get({ assetId: 'a-file' })
  const fields = { ...asset.fields, title: { 'en-US': 'Another title' } }
  await space.client.asset.update({ assetId: 'a-file' }, { ...asset, fields })
  expect((await publish({ client, pictures })).get('a')).toMatchObject({
    message: expect.stringContaining('Somebody else has changed this'),
    differences: [],
  })
  expect((await space.client.asset.get({ assetId: 'a-file' })).sys.publishedVersion).toBeUndefined()
})

test('publishes a photograph that somebody else has saved without a change', async () => {
  await using space = await createPictureSpace()
  const { client, pictures } = await createDrafts(space, { a: ALT_TEXT })
  await saveDraft(space, 'a', 'altText', ALT_TEXT)
  expect(await publish({ client, pictures })).toEqual(new Map())
})

test.each([0, 401])('publishes no further photograph after a failure with the status %i', async (status) => {
  const ids = Array.from({ length: 20 }, (_, index) => `${index}`)
  const entries = ids.map((id) => createTestPhotoEntry(id, DRAFT))
  const respond = vi.fn(() => {
    throw new RequestError('Contentful does not respond', { status })
  })
  const pictures = selectPictures(createTestPictures({ entries }), ids)
  expect((await publish({ client: createTestDeskClient(respond), pictures })).size).toBe(20)
  expect(respond.mock.calls.length).toBeLessThanOrEqual(6)
})

interface PictureChange {
  readonly client: DeskClient
  readonly page: SpaceEntry
  readonly places?: readonly string[]
  /** Default: as they are now. */
  readonly spacePictures?: SpacePictures
}

/** Changes photographs. */
async function change(kind: PictureAction, ids: readonly string[], { spacePictures, ...options }: PictureChange) {
  const present = spacePictures ?? (await fetchSpacePictures(options.client, PHOTO_TYPE))
  return applyAction(kind, { ...options, pictures: selectPictures(present, ids) })
}

test.each(['archive', 'delete'] as const)(
  'publishes, then %ss a photograph although responses are lost',
  async (kind) => {
    await using space = await createPictureSpace()
    const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
    const unreliableClient = createFastDeskClient(createUnreliableClient(space.url))
    const failures = await publish({ client: unreliableClient, pictures, page: spacePictures.page })
    expect(failures).toEqual(new Map())
    const { page } = await fetchSpacePictures(client, PHOTO_TYPE)
    expect(await change(kind, ['a'], { client: unreliableClient, page })).toEqual(new Map())
    const after = await fetchSpacePictures(client, PHOTO_TYPE)
    expect(JSON.stringify(after.page.fields[field])).not.toContain('"a"')
    const { entry, asset } = listPictures(after, PHOTO_TYPE).get('a') ?? {}
    if (kind === 'archive')
      for (const { sys } of [entry, asset].flatMap((resource) => resource ?? []))
        expect(sys.archivedVersion).toBeDefined()
    expect([entry, asset].filter(Boolean)).toHaveLength(kind === 'archive' ? 2 : 0)
  },
)

test('deletes the rest of a photograph whose entry somebody else has deleted', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
  await publish({ client, pictures, page: spacePictures.page })
  const latest = await fetchSpacePictures(client, PHOTO_TYPE)
  await space.client.entry.unpublish({ entryId: 'a' })
  await space.client.entry.delete({ entryId: 'a' })
  await change('delete', ['a'], { client, page: latest.page, spacePictures: latest })
  expect((await space.client.asset.getMany({ query: { 'sys.id': 'a-file' } })).total).toBe(0)
})

test('takes an archived photograph out of the gallery to which somebody else has added it meanwhile', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures } = await createDrafts(space, { a: ALT_TEXT })
  const page = setListedEntryIds(spacePictures.page, PHOTO_TYPE.page, [])
  expect(await change('archive', ['a'], { client, page })).toEqual(new Map())
  const after = await fetchSpacePictures(client, PHOTO_TYPE)
  expect(getListedEntryIds(after.page, PHOTO_TYPE.page)).not.toContain('a')
})

/** Schedules entities for publication in an hour, and reads what is scheduled. */
function createSchedule({ client: cma }: PictureSpace) {
  const defaults = {
    client: createFastDeskClient(cma),
    environmentId: 'master',
    action: 'publish',
    date: new Date(Date.now() + 60 * 60 * 1_000),
  } as const
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  return {
    schedule: (
      entities: readonly ScheduledEntity[],
      options: { readonly client?: DeskClient; readonly date?: Date } = {},
    ) => scheduleActions({ ...defaults, entities, ...options }),
    readScheduledIds: async () =>
      (await cma.scheduledActions.getMany({ query })).items.map(({ entity }) => entity.sys.id).toSorted(),
  }
}

test('schedules nothing for a time that is over, or if Contentful has too many steps already', async () => {
  await using space = await createPictureSpace()
  await createDrafts(space, { a: ALT_TEXT, b: ALT_TEXT })
  const { schedule, readScheduledIds } = createSchedule(space)
  const over = { date: new Date(Date.now() - 1) }
  await expect(schedule([toLink('Entry', 'a')], over)).rejects.toThrow('This time is over: choose a later one')
  await schedule([toLink('Entry', 'a')])
  const { scheduledActions } = space.client
  const getMany: typeof scheduledActions.getMany = async (params) => {
    const page = await scheduledActions.getMany(params)
    const { limit = 100 } = params.query ?? {} // as Contentful returns at most
    return { ...page, items: Array.from({ length: limit }, () => page.items).flat() }
  }
  const client = createFastDeskClient({ ...space.client, scheduledActions: { ...scheduledActions, getMany } })
  await expect(schedule([toLink('Entry', 'b')], { client })).rejects.toThrow('at most 500 steps')
  expect(await readScheduledIds()).toEqual(['a'])
})

test('§10.38 schedules each step once although a response is lost, also of an asset and its entry that have the same id', async () => {
  await using space = await createPictureSpace()
  await createDrafts(space, { a: ALT_TEXT })
  await createAsset(space, 'a', await createPicture())
  const { schedule, readScheduledIds } = createSchedule(space)
  await schedule([toLink('Asset', 'a')])
  const steps = [toLink('Asset', 'a'), toLink('Entry', 'a'), toLink('Asset', 'a-file')]
  await schedule(steps, { client: createFastDeskClient(createUnreliableClient(space.url)) })
  expect(await readScheduledIds()).toEqual(['a', 'a', 'a-file'])
})

test('says that nothing is scheduled, but not when the response is lost', async () => {
  await using space = await createPictureSpace()
  await createDrafts(space, { a: ALT_TEXT })
  const { schedule, readScheduledIds } = createSchedule(space)
  await expect(schedule([toLink('Entry', 'missing')])).rejects.toThrow('Nothing is scheduled.')
  const { scheduledActions } = space.client
  const create: typeof scheduledActions.create = async (...args) => {
    await scheduledActions.create(...args)
    throw new Error('Network Error')
  }
  const cma = { ...space.client, scheduledActions: { ...scheduledActions, create } }
  const client: DeskClient = { ...createFastDeskClient(cma), send: (request) => request(cma) } // without a retry
  await expect(schedule([toLink('Entry', 'a')], { client })).rejects.toThrow('At least 0 of 1 steps are scheduled')
  expect(await readScheduledIds()).toEqual(['a'])
})

/** Reads the list of the gallery, and of the gallery that visitors see. */
async function readLists({ client }: PictureSpace, entryId: string) {
  const { items } = await client.entry.getPublished({ query: { 'sys.id': entryId } })
  return [await client.entry.get({ entryId }), ...items].map((page) => getListedEntryIds(page, PHOTO_TYPE.page))
}

test('a gallery that somebody else has changed is not published with photographs that are put into it', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures, pictures } = await createDrafts(space, { a: ALT_TEXT })
  const { page } = spacePictures
  const [, first = '', ...others] = getListedEntryIds(page, PHOTO_TYPE.page)
  await saveDraft(
    space,
    page.sys.id,
    field,
    [...others, first].map((id) => toLink('Entry', id)),
  )
  const failures = await publish({ client, pictures, page, places: [] })
  expect(failures.get(page.sys.id)?.message).toContain('Somebody else has changed this')
  expect((await readLists(space, page.sys.id)).map((ids) => ids.includes('a'))).toEqual([true, false])
})

test('§10.45 restored photographs come back to their places; a full list says so', async () => {
  await using space = await createPictureSpace()
  const { client, spacePictures } = await createDrafts(space, { a: ALT_TEXT, b: `${ALT_TEXT} again` })
  const { page } = spacePictures
  const ids = getListedEntryIds(page, PHOTO_TYPE.page)
  await change('archive', ['a', 'b'], { client, page })
  expect(await change('restore', ['b', 'a'], { client, page, places: ids })).toEqual(new Map())
  expect((await readLists(space, page.sys.id))[0]).toEqual(ids)

  await change('archive', ['a'], { client, page })
  const many = Array.from({ length: PHOTO_TYPE.page.maxItems }, (_, index) => toLink('Entry', `other-${index}`))
  await saveDraft(space, page.sys.id, field, many)
  const failures = await change('restore', ['a'], { client, page, places: ids })
  expect(failures.get('a')?.message).toMatch(/^It is a draft again, and not back in the gallery: The gallery can have/)
  expect((await space.client.entry.get({ entryId: 'a' })).sys.archivedVersion).toBeUndefined()
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { addMatchingIds, type StickyIds } from '#cms/photo-desk/components/use-sticky-rows.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { matchesState, NO_FILTER, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { listTextColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import type { CellChange } from '#cms/photo-desk/state/texts/filled-cells.ts'
import { placePastedCells } from '#cms/photo-desk/state/texts/pasted-cells.ts'
import { findListedRow, isInList } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { LOCALE } from '#shared/constants.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { createPictureSpace, type PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { createPhotoFile, openTestDesk, type UploadGates } from './test-desk.ts'

const FIELDS = ['altText', 'caption'] as const
const COLUMNS = listTextColumns(PHOTO_TYPE)

type Texts = Record<(typeof FIELDS)[number], string | null>

/** What must be true of a picture: its texts, and whether it is in the list or only its texts are kept. */
interface ExpectedPicture {
  key: string
  texts: Texts
  isListed: boolean
  /** The picture for which its texts are offered. */
  duplicate?: ExpectedPicture | undefined
  /** An alternative text of another editor that the desk may not know yet. */
  theirs?: string | undefined
}

/** Does random steps of an editor, and compares the rows with what they must be after each of them. */
async function runRandomSteps(space: PictureSpace, seed: string, count: number): Promise<void> {
  const random = createSeededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const gates: UploadGates = { isReadingHeld: true, isSendingHeld: true }
  let desk = await openTestDesk(space, seed, gates)
  const pictures = new Map<string, ExpectedPicture>()
  const contents: string[] = []
  let filter: PictureFilter = NO_FILTER
  let kept: StickyIds = { filter, ids: new Set() }
  let words = 0
  const createWord = () => `w${++words}.`
  const find = (key: string) => {
    const picture = pictures.get(key)
    if (!picture) throw new Error(`There is a row ${key} that no step has added`)
    return picture
  }
  const readTexts = ({ values }: DeskPicture): Texts => ({
    altText: values.altText ?? null,
    caption: values.caption ?? null,
  })
  for (const row of desk.listRows()) pictures.set(row.id, { key: row.id, texts: readTexts(row), isListed: true })

  const listShown = () => {
    const matching = desk.listRows().filter((row) => {
      const isFound = [...row.fileNames, ...Object.values(row.values)].some((text) => text?.includes(filter.search))
      return isFound && (!isInList(row) || matchesState(row, filter.state, PHOTO_TYPE))
    })
    const before = [...kept.ids]
    const next = addMatchingIds(
      kept,
      filter,
      matching.map(({ id }) => id),
    )
    if (kept.filter === next.filter) expect([...next.ids].slice(0, before.length)).toEqual(before)
    kept = next
    const rows = new Map(desk.listRows().map((row) => [row.id, row]))
    return [...kept.ids].flatMap((id) => rows.get(id) ?? [])
  }
  const expectRows = () => {
    const rows = desk.listRows()
    expect(new Set(rows.map(({ id }) => id)).size, 'each picture has one row').toBe(rows.length)
    expect(rows.filter(({ edit }) => edit?.status === 'failed')).toEqual([])
    for (const row of rows) {
      const picture = find(row.id)
      const hasOwnText = 'altText' in (row.edit?.values ?? {})
      if (picture.theirs !== undefined && !hasOwnText && row.values.altText === picture.theirs) {
        picture.texts.altText = picture.theirs
        picture.theirs = undefined
      }
      expect({ key: row.id, ...readTexts(row), isListed: isInList(row) }).toEqual({
        key: picture.key,
        ...picture.texts,
        isListed: picture.isListed,
      })
    }
    for (const row of rows.filter((other) => !isInList(other))) {
      const { duplicate } = find(row.id)
      const offered = findListedRow(rows, row.edit?.duplicateKey ?? '')
      expect(offered?.id).toBe(duplicate?.isListed ? duplicate.key : undefined)
    }
    const ids = new Set(rows.map(({ id }) => id))
    const hasTexts = ({ texts }: ExpectedPicture) => texts.altText || texts.caption
    for (const picture of pictures.values())
      if (picture.isListed || hasTexts(picture)) expect(ids, `a row of ${picture.key}`).toContain(picture.key)
  }
  const remove = (key: string, duplicateKey = '') => {
    const picture = find(key)
    const duplicate = findListedRow(desk.listRows(), duplicateKey)
    picture.duplicate = duplicate && find(duplicate.id)
    picture.isListed = false
    if (!picture.texts.altText && !picture.texts.caption) pictures.delete(key)
  }
  const changeTexts = (changes: readonly CellChange[]) => {
    for (const { row, field, value } of changes)
      for (const name of FIELDS) if (name === field) find(row.id).texts[name] = value
  }
  const listUploads = () => desk.listUploads()
  const listUnfinished = () =>
    listUploads().filter(
      ({ status, replacedEntryId }) => status !== 'done' && status !== 'rejected' && replacedEntryId === undefined,
    )

  const steps = {
    add: async () => {
      const files = Array.from({ length: 1 + Math.floor(random() * 3) }, async () => {
        const known = random() < 0.3 ? pick(contents) : undefined
        const content = known ?? `photo-${contents.length}`
        if (random() < 0.1) return new File([], `empty-${createWord()}jpg`)
        if (known === undefined) contents.push(content)
        return createPhotoFile(content, `${content}-${createWord()}jpg`)
      })
      const before = new Set(listUploads().map(({ id }) => id))
      desk.workspace.uploads.addFiles(await Promise.all(files))
      for (const { id } of listUploads())
        if (!before.has(id)) pictures.set(id, { key: id, texts: { altText: null, caption: null }, isListed: true })
    },
    type: () => {
      const row = pick(listShown().filter(isInList))
      if (!row) return
      const field = pick(FIELDS) ?? 'altText'
      const change = { row, field, value: (row.values[field] ?? '') + createWord() }
      desk.workspace.edits.change(row.id, { [field]: change.value }, row.name)
      changeTexts([change])
    },
    paste: () => {
      const rows = listShown().filter(isInList)
      const row = pick(rows)
      const column = pick(COLUMNS)
      if (!row || !column) return
      const cells = Array.from({ length: 4 }, () => [createWord()])
      const { changes } = placePastedCells(cells, rows.slice(rows.indexOf(row)), COLUMNS.slice(COLUMNS.indexOf(column)))
      desk.workspace.filledCells.fill(changes)
      changeTexts(changes)
    },
    undo: () => {
      const { changes } = desk.workspace.filledCells.store.getState()
      const present = new Map(desk.listRows().map((row) => [row.id, row]))
      for (const { row } of changes) if (pictures.has(row.id)) expect([...present.keys()]).toContain(row.id)
      desk.workspace.filledCells.undo(desk.listRows())
      for (const { row, field, value } of changes) {
        const values = present.get(row.id)?.values
        if (values && (values[field] ?? null) === value) changeTexts([{ row, field, value: row.values[field] ?? null }])
      }
    },
    compare: async () => {
      await desk.compare()
      for (const { id, status } of listUploads()) if (status === 'rejected' && pictures.get(id)?.isListed) remove(id)
    },
    send: () => desk.send(),
    decide: () => {
      const upload = pick(listUploads().filter(({ status }) => status === 'duplicate'))
      if (!upload) return
      const decision = pick([
        'skip',
        'skip',
        'add',
        ...(upload.duplicate?.entryId ? (['replace'] as const) : []),
      ] as const)
      if (!decision) return
      desk.workspace.uploads.decide([upload.id], decision)
      if (decision !== 'add') remove(upload.id, upload.duplicate?.entryId ?? upload.duplicate?.uploadId)
    },
    cancel: () => {
      const upload = pick(listUnfinished())
      if (!upload) return
      desk.workspace.uploads.cancel([upload.id])
      remove(upload.id, upload.duplicate?.entryId ?? upload.duplicate?.uploadId)
    },
    hide: () => desk.workspace.uploads.cancel(listUploads().flatMap(({ id, status }) => (status === 'done' ? id : []))),
    filter: () => {
      const state = pick(['all', 'missing', 'unpublished'] as const) ?? 'all'
      filter = { state, search: pick(['', '', 'photo-1', `w${Math.floor(random() * words)}.`]) ?? '' }
    },
    changeAsOther: async () => {
      const rows = desk.listRows().filter(({ edit, id }) => edit?.status !== 'conflict' && !find(id).theirs)
      const added = rows.filter(({ entry }) => entry !== undefined)
      const edited = added.filter(({ edit }) => edit !== undefined)
      const { id, entry } = pick(edited.length > 0 ? edited : added) ?? {}
      if (id === undefined || entry === undefined) return
      const text = createWord()
      // Again if the desk saves at the same time.
      await vi.waitFor(() => saveDraft(space, entry.sys.id, 'altText', text), 30_000)
      find(id).theirs = text
    },
    resolve: () => {
      const row = pick(desk.listRows().filter(({ edit }) => edit?.status === 'conflict'))
      if (!row) return
      const choice = pick(['mine', 'theirs'] as const) ?? 'mine'
      const { theirs } = find(row.id)
      desk.workspace.edits.resolveConflict(row.id, choice)
      if (choice === 'theirs') changeTexts([{ row, field: 'altText', value: theirs ?? null }])
      find(row.id).theirs = undefined
    },
    useRemoved: () => {
      const rows = desk.listRows()
      const row = pick(rows.filter((other) => !isInList(other)))
      const target = row && findListedRow(rows, row.edit?.duplicateKey ?? '')
      if (!target) return
      const moved = FIELDS.flatMap((field) =>
        row.values[field] ? { row: target, field, value: row.values[field] } : [],
      )
      const changes = [...moved, ...moved.map(({ field }) => ({ row, field, value: null }))]
      desk.workspace.filledCells.fill(changes)
      changeTexts(changes)
    },
    discard: () => {
      const row = pick(desk.listRows().filter((other) => !isInList(other)))
      if (!row) return
      desk.workspace.edits.discard(row.id)
      pictures.delete(row.id)
    },
    save: () => desk.workspace.edits.saveAll(),
    reloadSpace: () => desk.reloadSpace(),
    reloadPage: async () => {
      // What was typed in the last milliseconds is not asked for: the browser needs them to keep it.
      await desk.store()
      const entryIds = new Map(desk.listRows().map(({ id, entry }) => [id, entry?.sys.id]))
      desk.close()
      desk = await openTestDesk(space, seed, gates)
      for (const picture of [...pictures.values()]) {
        pictures.delete(picture.key)
        picture.key = entryIds.get(picture.key) ?? picture.key
        if (picture.isListed || picture.texts.altText || picture.texts.caption) pictures.set(picture.key, picture)
      }
      // Refused files are not kept.
      kept = { filter, ids: new Set() }
    },
  }
  const end = async () => {
    await steps.compare()
    desk.workspace.uploads.decide(
      listUploads().flatMap(({ id, status }) => (status === 'duplicate' ? id : [])),
      'add',
    )
    await steps.compare()
    await steps.send()
    const listStatuses = () => [...desk.workspace.edits.store.getState().values()].map(({ status }) => status)
    const isUnsaved = (status: string) => status === 'pending' || status === 'saving'
    await vi.waitUntil(() => !listStatuses().some(isUnsaved), 30_000) // each text is saved by itself
    while (desk.listRows().some(({ edit }) => edit?.status === 'conflict')) steps.resolve()
    await desk.workspace.edits.saveAll()
    await desk.reloadSpace()
    expectRows()
    for (const { key, theirs } of pictures.values())
      expect(theirs, `a text of another editor for ${key}`).toBeUndefined()
    const { items } = await space.client.entry.getMany({ query: { content_type: PHOTO_TYPE.type, limit: 1_000 } })
    const saved = new Map(items.map(({ sys, fields }) => [sys.id, fields]))
    for (const { id, entry } of desk.listRows().filter(isInList)) {
      const texts = FIELDS.map((field) => [field, saved.get(entry?.sys.id ?? '')?.[field]?.[LOCALE] ?? null])
      expect(Object.fromEntries(texts)).toEqual(find(id).texts)
    }
    expect(
      desk.workspace.edits.store
        .getState()
        .values()
        .every(({ status }) => status === 'removed'),
    ).toBe(true)
  }

  const often = [
    'type',
    'type',
    'type',
    'type',
    'paste',
    'compare',
    'send',
    'decide',
    'undo',
    'changeAsOther',
    'save',
  ] as const
  const names = [...Object.keys(steps), ...often]
  for (let index = 0; index < count; index += 1) {
    const name = pick(names)
    try {
      for (const [key, step] of Object.entries(steps)) if (key === name) await step()
      expectRows()
      listShown()
    } catch (cause) {
      throw new Error(`Step ${index}, ${name}, with the seed ${seed}`, { cause })
    }
  }
  await end()
  desk.close()
}

test('§10.27 §10.28 after 200 random steps, every text is whole, at its picture, once', async () => {
  stubIndexedDb()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  await using space = await createPictureSpace()
  const seed = String(Date.now())
  console.info(`Random steps with the seed ${seed}`)
  await runRandomSteps(space, seed, 200)
})

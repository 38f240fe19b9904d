import { expect, onTestFinished, test, vi } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { listTextColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import type { CellChange } from '#cms/photo-desk/state/texts/filled-cells.ts'
import { placePastedCells } from '#cms/photo-desk/state/texts/pasted-cells.ts'
import { findListedRow, isInList } from '#cms/photo-desk/state/texts/picture-rows.ts'
import type { Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import { LOCALE } from '#shared/constants.ts'
import { createPictureSpace, type PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { createPhotoFile, openTestDesk, type UploadGates } from './test-desk.ts'

const COLUMNS = listTextColumns(PHOTO_TYPE)

/** What must be true of a picture: its texts, and whether it is in the list or only its texts are kept. */
interface ExpectedPicture {
  key: string
  texts: Record<string, string | null>
  isListed: boolean
  /** The picture for which its texts are offered. */
  duplicate?: ExpectedPicture | undefined
}

/** Does random steps of an editor, and compares the rows with what they must be after each of them. */
async function runRandomSteps(space: PictureSpace, seed: string, count: number): Promise<void> {
  const random = createSeededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const gates: UploadGates = { isReadingHeld: true, isSendingHeld: true }
  let desk = await openTestDesk(space, seed, gates)
  const pictures = new Map<string, ExpectedPicture>()
  const contents: string[] = []
  let words = 0
  const createWord = () => `w${++words}.`
  const find = (key: string) => {
    const picture = pictures.get(key)
    if (!picture) throw new Error(`There is a row ${key} that no step has added`)
    return picture
  }
  const readTexts = ({ values }: DeskPicture) =>
    Object.fromEntries(COLUMNS.map(({ field }) => [field, values[field] ?? null]))
  for (const row of desk.listRows()) pictures.set(row.id, { key: row.id, texts: readTexts(row), isListed: true })
  const hasTexts = ({ texts }: ExpectedPicture) => Object.values(texts).some(Boolean)

  const expectRows = () => {
    const rows = desk.listRows()
    const ids = new Set(rows.map(({ id }) => id))
    expect(ids.size, 'each picture has one row').toBe(rows.length)
    expect(rows.filter(({ edit }) => edit?.status === 'failed' || edit?.status === 'conflict')).toEqual([])
    for (const row of rows) {
      const { key, texts, isListed, duplicate } = find(row.id)
      expect({ key: row.id, texts: readTexts(row), isListed: isInList(row) }).toEqual({ key, texts, isListed })
      const offered = isListed ? undefined : findListedRow(rows, row.edit?.duplicateKey ?? '')
      expect(offered?.id).toBe(duplicate?.isListed ? duplicate.key : undefined)
    }
    for (const picture of pictures.values())
      if (picture.isListed || hasTexts(picture)) expect(ids, `a row of ${picture.key}`).toContain(picture.key)
  }
  const remove = ({ id, duplicate: other }: Upload) => {
    const picture = find(id)
    const duplicate = findListedRow(desk.listRows(), other?.entryId ?? other?.uploadId ?? '')
    picture.duplicate = duplicate && find(duplicate.id)
    picture.isListed = false
    if (!hasTexts(picture)) pictures.delete(id)
  }
  const changeTexts = (changes: readonly CellChange[]) => {
    for (const { row, field, value } of changes) find(row.id).texts[field] = value
  }

  const steps: Readonly<Record<string, () => unknown>> = {
    add: async () => {
      const files = Array.from({ length: 1 + Math.floor(random() * 3) }, async () => {
        const known = random() < 0.3 ? pick(contents) : undefined
        const content = known ?? `photo-${contents.length}`
        if (random() < 0.1) return new File([], `empty-${createWord()}jpg`)
        if (known === undefined) contents.push(content)
        return createPhotoFile(content, `${content}-${createWord()}jpg`)
      })
      const before = new Set(desk.listUploads().map(({ id }) => id))
      desk.workspace.uploads.addFiles(await Promise.all(files))
      for (const { id } of desk.listUploads())
        if (!before.has(id)) pictures.set(id, { key: id, texts: { altText: null, caption: null }, isListed: true })
    },
    type: () => {
      const row = pick(desk.listRows().filter(isInList))
      const field = pick(COLUMNS)?.field
      if (!row || field === undefined) return
      const change = { row, field, value: (row.values[field] ?? '') + createWord() }
      desk.workspace.edits.change(row.id, { [field]: change.value }, row.name)
      changeTexts([change])
    },
    paste: () => {
      const rows = desk.listRows().filter(isInList)
      const from = Math.floor(random() * rows.length)
      const cells = Array.from({ length: 4 }, () => [createWord()])
      const { changes } = placePastedCells(cells, rows.slice(from), COLUMNS.slice(random() * COLUMNS.length))
      desk.workspace.filledCells.fill(changes)
      changeTexts(changes)
    },
    undo: () => {
      const { changes } = desk.workspace.filledCells.store.getState()
      const present = new Map(desk.listRows().map((row) => [row.id, row]))
      desk.workspace.filledCells.undo(desk.listRows())
      for (const { row, field, value } of changes) {
        const values = present.get(row.id)?.values
        if (values && (values[field] ?? null) === value) changeTexts([{ row, field, value: row.values[field] ?? null }])
      }
    },
    compare: async () => {
      await desk.compare()
      for (const upload of desk.listUploads())
        if (upload.status === 'rejected' && pictures.get(upload.id)?.isListed) remove(upload)
    },
    send: () => desk.send(),
    decide: () => {
      const upload = pick(desk.listUploads().filter(({ status }) => status === 'duplicate'))
      const decision = pick(['skip', 'skip', 'add', 'replace'] as const)
      if (!upload || !decision || (decision === 'replace' && !upload.duplicate?.entryId)) return
      desk.workspace.uploads.decide([upload.id], decision)
      if (decision !== 'add') remove(upload)
    },
    cancel: () => {
      const isUnfinished = ({ status, replacedEntryId }: Upload) =>
        status !== 'done' && status !== 'rejected' && replacedEntryId === undefined
      const upload = pick(desk.listUploads().filter(isUnfinished))
      if (!upload) return
      desk.workspace.uploads.cancel([upload.id])
      remove(upload)
    },
    hide: () =>
      desk.workspace.uploads.cancel(desk.listUploads().flatMap(({ id, status }) => (status === 'done' ? id : []))),
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
        if (picture.isListed || hasTexts(picture)) pictures.set(picture.key, picture)
      }
    },
  }
  const names = [...Object.keys(steps), 'type', 'type', 'type', 'paste', 'compare', 'send', 'decide', 'undo']
  for (let index = 0; index < count; index += 1) {
    const name = pick(names) ?? ''
    try {
      await steps[name]?.()
      expectRows()
    } catch (cause) {
      throw new Error(`Step ${index}, ${name}, with the seed ${seed}`, { cause })
    }
  }

  await desk.compare()
  const duplicates = desk.listUploads().flatMap(({ id, status }) => (status === 'duplicate' ? id : []))
  desk.workspace.uploads.decide(duplicates, 'add')
  await steps.compare?.()
  await desk.send()
  const isUnsaved = () =>
    [...desk.workspace.edits.store.getState().values()].some(
      ({ status }) => status === 'pending' || status === 'saving',
    )
  await vi.waitUntil(() => !isUnsaved(), 30_000) // each text is saved by itself
  await desk.reloadSpace()
  expectRows()
  const { items } = await space.client.entry.getMany({ query: { content_type: PHOTO_TYPE.type, limit: 1_000 } })
  const saved = new Map(items.map(({ sys, fields }) => [sys.id, fields]))
  for (const { id, entry } of desk.listRows().filter(isInList)) {
    const texts = COLUMNS.map(({ field }) => [field, saved.get(entry?.sys.id ?? '')?.[field]?.[LOCALE] ?? null])
    expect(Object.fromEntries(texts)).toEqual(find(id).texts)
  }
  const states = [...desk.workspace.edits.store.getState().values()].map(({ status }) => status)
  expect(states.filter((status) => status !== 'removed')).toEqual([])
  desk.close()
}

test('§10 Photo desk: after 200 random steps, every text is whole, at its picture, once', async () => {
  stubIndexedDb()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  await using space = await createPictureSpace()
  const seed = String(Date.now())
  console.info(`Random steps with the seed ${seed}`)
  await runRandomSteps(space, seed, 200)
})

import type { CheckedAsset, CheckedEntry } from '#cms/check/checked-content.ts'
import { getFieldInfos } from '#cms/check/fields.ts'
import { checkAltTexts } from '#cms/check/rules/alt-texts.ts'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { PictureRow } from './picture-rows.ts'

/** Adds to the rows what the content report says of their alternative texts. */
export function addTextAdvice(rows: readonly PictureRow[], { type, pictureField }: PictureType): readonly PictureRow[] {
  const names = new Map(getFieldInfos(type).map(({ id, name }) => [id, name]))
  const rowsByEntry = new Map(rows.map((row) => [createEntry(row), row]))
  const assets = new Map(rows.map((row) => [row.id, createAsset(row)]))
  const advice = new Map<string, Map<string, string>>()

  function createEntry({ id, name, values }: PictureRow): CheckedEntry {
    const picture = { sys: { type: 'Link', linkType: 'Asset', id } }
    const fields = { ...values, [pictureField]: picture }
    // The report names other pictures by their ids; editors know them by the names of their files.
    return { kind: 'entry', id: name, type, title: name, state: 'draft', fields }
  }

  const entries = [...rowsByEntry.keys()]
  // Of two pictures with the same text the report names the second one, and here each of them is the one that is typed.
  for (const order of [entries, entries.toReversed()])
    for (const { target, field = '', text } of checkAltTexts({ ...NO_CONTENT, entries: order, assets })) {
      const row = target?.kind === 'entry' ? rowsByEntry.get(target) : undefined
      if (!row?.values[field]) continue
      const sentence = text.slice((names.get(field) ?? '').length).trimStart()
      advice.set(row.id, new Map(advice.get(row.id)).set(field, sentence.charAt(0).toUpperCase() + sentence.slice(1)))
    }
  return rows.map((row) => ({ ...row, advice: advice.get(row.id) ?? NO_ADVICE }))
}

const NO_ADVICE: ReadonlyMap<string, string> = new Map()

const NO_CONTENT = { types: new Map(), usedElsewhere: new Set<string>() }

const createAsset = ({ id, name }: PictureRow): CheckedAsset => ({
  kind: 'asset',
  id,
  title: name,
  state: 'draft',
  file: { fileName: name },
})

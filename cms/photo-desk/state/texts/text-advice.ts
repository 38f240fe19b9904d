import type { CheckedEntry } from '#cms/check/checked-content.ts'
import { getFieldInfos } from '#cms/check/fields.ts'
import { checkAltTexts } from '#cms/check/rules/alt-texts.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'

/** Adds to the rows what the content report says of their alternative texts. */
export function addTextAdvice(rows: readonly DeskPicture[], { type, pictureField }: PictureType): DeskPicture[] {
  const names = new Map(getFieldInfos(type).map(({ id, name }) => [id, name]))
  const advice = new Map<string, Map<string, string>>()
  const rowsByEntry = new Map(
    rows.map((row): readonly [CheckedEntry, DeskPicture] => {
      const fields = { ...row.values, [pictureField]: { sys: { type: 'Link', linkType: 'Asset', id: row.id } } }
      // The report names other pictures by their ids; editors know them by the names of their files.
      return [{ kind: 'entry', id: row.name, type, title: row.name, state: 'draft', fields }, row]
    }),
  )
  const assets = new Map(
    rows.map(({ id, name }) => [
      id,
      { kind: 'asset' as const, id, title: name, state: 'draft' as const, file: { fileName: name } },
    ]),
  )
  const content = { types: new Map(), usedElsewhere: new Set<string>(), assets }
  const entries = [...rowsByEntry.keys()]
  // Of two pictures with the same text the report names the second one, and here each of them is the one that is typed.
  for (const order of [entries, entries.toReversed()])
    for (const { target, field = '', text } of checkAltTexts({ ...content, entries: order })) {
      const row = target?.kind === 'entry' ? rowsByEntry.get(target) : undefined
      if (!row?.values[field]) continue
      const sentence = text.slice((names.get(field) ?? '').length).trimStart()
      advice.set(row.id, new Map(advice.get(row.id)).set(field, sentence))
    }
  return rows.map((row) => ({ ...row, advice: advice.get(row.id) }))
}

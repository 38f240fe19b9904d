import { applyEdit, type EntryEdit } from '#cms/photo-desk/space/entry-edit.ts'
import type { PictureWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { Failure, Failures } from './change-pictures.ts'
import { compareEntries, hasSameFields } from './field-differences.ts'
import { ConflictError } from './resource-requests.ts'

/**
 * Saves all texts that are typed but not saved. Returns why entries cannot be published as the editor has seen them, by
 * id: their texts are not saved, or the save has merged changes of somebody else.
 */
export async function savePendingTexts({ edits, getSpacePictures }: PictureWorkspace): Promise<Failures> {
  const edited = [...edits.store.getState()].map(([id, edit]) => {
    const seen = getSpacePictures()?.entries.get(id)
    return { id, expected: seen && (applyEdit(edit, seen) ?? seen) }
  })
  await edits.saveAll()
  const outcomes = edited.flatMap(({ id, expected }): readonly (readonly [string, Failure])[] => {
    const edit = edits.store.getState().get(id)
    if (edit) return [[id, { message: explainUnsaved(edit) }]]
    const actual = getSpacePictures()?.entries.get(id)
    if (!expected || !actual || hasSameFields(expected.fields, actual.fields)) return []
    return [[id, new ConflictError(compareEntries(expected, actual))]]
  })
  return new Map(outcomes)
}

const explainUnsaved = ({ status, error }: EntryEdit): string =>
  status === 'conflict'
    ? 'Somebody else has changed the same text. Choose one of both under Texts, then publish again'
    : `A text is not saved: ${error ?? 'it was changed while it was saved. Publish again'}`

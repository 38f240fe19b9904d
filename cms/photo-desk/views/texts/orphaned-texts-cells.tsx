import { Flex, Note, Text } from '@contentful/f36-components'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getFieldName, type TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface OrphanedTextsCellsProps {
  readonly row: DeskPicture
  /** All removed pictures with texts. */
  readonly orphanedRows: readonly DeskPicture[]
  readonly columns: readonly TextColumn[]
}

/** The cells of a picture that is not in the list any more: its texts stay until they are used or discarded. */
export function OrphanedTextsCells({ row, orphanedRows, columns }: OrphanedTextsCellsProps) {
  const { pictureType, edits, filledCells } = useWorkspace()
  const { duplicate } = row
  const isEmptyShown = row.edit?.status !== 'removed' // somebody else has deleted the picture, whose text was emptied here
  const texts = Object.entries(row.values)
    .map(([field, text]) => ({ field, text }))
    .filter(({ text }) => text || isEmptyShown)
  const discard = (rows: readonly DeskPicture[]) => {
    for (const { id } of rows) edits.discard(id)
  }
  function moveTexts(target: DeskPicture) {
    const moved = texts.map(({ field, text }) => ({ row: target, field, value: text }))
    const emptied = moved.map(({ field }) => ({ row, field, value: null }))
    filledCells.fill([...moved, ...emptied], { count: moved.length })
  }
  return (
    <>
      <Flex as="th" scope="row" gap="spacingXs" alignItems="start">
        <Thumbnail picture={duplicate} />
        <Text title={row.name} isWordBreak>
          {row.name}
        </Text>
      </Flex>
      <td colSpan={columns.length + 1}>
        <Note variant="warning" title={`${row.edit?.error ?? 'It is not in the list any more'}. Its texts are kept:`}>
          {texts.map(({ field, text }) => {
            const present = duplicate?.values[field]
            return (
              <Text key={field} as="p" marginBottom="spacingXs" isWordBreak>
                <strong>{getFieldName(pictureType, field)}:</strong> {text ?? 'empty'}
                {present && present !== text && (
                  <>
                    <br />
                    <strong>{duplicate.name} has:</strong> {present}
                  </>
                )}
              </Text>
            )
          })}
          <Flex flexWrap="wrap" gap="spacingXs">
            {duplicate && <Button onClick={() => moveTexts(duplicate)}>Use for {duplicate.name}</Button>}
            <Button aria-label={`Discard the texts of ${row.name}`} onClick={() => discard([row])}>
              Discard
            </Button>
            {orphanedRows.length > 1 && (
              <Button onClick={() => discard(orphanedRows)}>Discard all {orphanedRows.length}</Button>
            )}
          </Flex>
        </Note>
      </td>
    </>
  )
}

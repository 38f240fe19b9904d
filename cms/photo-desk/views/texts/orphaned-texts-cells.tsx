import { Button, Flex, Note, Text } from '@contentful/f36-components'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import type { TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'
import type { CellChange } from '#cms/photo-desk/state/texts/fill-cells.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface OrphanedTextsCellsProps {
  readonly row: DeskPicture
  /** The picture that it duplicates, for which its texts are offered. */
  readonly duplicate: DeskPicture | undefined
  /** All removed pictures with texts. */
  readonly orphanedRows: readonly DeskPicture[]
  readonly columns: readonly TextColumn[]
  /** Moves its texts to the picture that it duplicates. */
  readonly onUse: (changes: readonly CellChange[], count: number) => void
}

/** The cells of a picture that is not in the list any more: its texts stay until they are used or discarded. */
export function OrphanedTextsCells({ row, duplicate, orphanedRows, columns, onUse }: OrphanedTextsCellsProps) {
  const { edits } = useWorkspace()
  const isEmptyShown = row.edit?.status !== 'removed' // somebody else has deleted the picture, whose text was emptied here
  const texts = Object.entries(row.values)
    .map(([field, text]) => ({ field, text }))
    .filter(({ text }) => text || isEmptyShown)
  const labels = new Map(columns.map(({ field, label }) => [field, label]))
  const discard = (rows: readonly DeskPicture[]) => {
    for (const { id } of rows) edits.discard(id)
  }
  function moveTexts(target: DeskPicture) {
    const moved = texts.map(({ field, text }) => ({ rowId: target.id, field, value: text }))
    onUse([...moved, ...moved.map(({ field }) => ({ rowId: row.id, field, value: null }))], moved.length)
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
                <strong>{labels.get(field) ?? 'Focal point'}:</strong> {text ?? 'empty'}
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
            {duplicate && (
              <Button size="small" onClick={() => moveTexts(duplicate)}>
                Use for {duplicate.name}
              </Button>
            )}
            <Button size="small" aria-label={`Discard the texts of ${row.name}`} onClick={() => discard([row])}>
              Discard
            </Button>
            {orphanedRows.length > 1 && (
              <Button size="small" onClick={() => discard(orphanedRows)}>
                Discard all {orphanedRows.length}
              </Button>
            )}
          </Flex>
        </Note>
      </td>
    </>
  )
}

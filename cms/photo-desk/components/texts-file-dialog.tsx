import { Note } from '@contentful/f36-components'
import { type ReactNode, useEffect, useState } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getFieldName } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { type CellChange, formatTexts } from '#cms/photo-desk/state/texts/filled-cells.ts'
import { matchTextsFile } from '#cms/photo-desk/state/texts/match-texts-file.ts'
import type { TextsFile } from '#cms/photo-desk/state/texts/texts-csv.ts'
import { usePictureRows, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { ConfirmDialog } from './dialog.tsx'
import { DifferenceTable } from './difference-table.tsx'

interface TextsFileDialogProps {
  /** A CSV file with the column `file` and a column for each text. */
  readonly file: File
  readonly onClose: () => void
}

/** Shows what a CSV file changes and what is left out of it, and applies its texts on request. */
export function TextsFileDialog({ file, onClose }: TextsFileDialogProps) {
  const { pictureType, filledCells } = useWorkspace()
  const rows = usePictureRows()
  const [texts, setTexts] = useState<TextsFile>()
  useEffect(() => void readTextsFile(file, pictureType).then(setTexts), [file, pictureType])
  if (!texts) return null
  const { changes, leftOut } = matchTextsFile(texts, rows, pictureType)
  const canApply = changes.length > 0

  function apply() {
    filledCells.fill(changes)
    onClose()
  }
  return (
    <ConfirmDialog
      size="large"
      title={`Texts of ${file.name}`}
      action="Apply"
      variant="primary"
      cancelLabel={canApply ? 'Cancel' : 'Close'}
      isDisabled={!canApply}
      onConfirm={apply}
      onClose={onClose}
    >
      {texts.problem === undefined ? (
        <p>{describeChanges(changes, leftOut.length > 0)}</p>
      ) : (
        <Note variant="negative">The file {texts.problem}.</Note>
      )}
      {leftOut.length > 0 && (
        <Note variant="warning" title="These parts of the file are left out">
          <ScrollArea label="Left out">
            <ul>
              {leftOut.map(({ line, column, message }) => (
                <li key={`${line} ${column} ${message}`}>
                  Line {line}
                  {column && `, ${column}`}: {message}.
                </li>
              ))}
            </ul>
          </ScrollArea>
        </Note>
      )}
      {canApply && texts.isEncodingAssumed && (
        <Note>The file does not say how its letters are stored. Check letters such as é and ü below.</Note>
      )}
      {canApply && (
        <ScrollArea label="Texts of the file">
          <DifferenceTable
            caption="What changes"
            titles={['Now', 'In the file']}
            differences={changes.map(({ row, field, value }) => ({
              field: `${row.id} ${field}`,
              name: `${row.name}: ${getFieldName(pictureType, field)}`,
              before: row.values[field] ?? '',
              after: value ?? '',
            }))}
          />
        </ScrollArea>
      )}
    </ConfirmDialog>
  )
}

function describeChanges(changes: readonly CellChange[], isPartLeftOut: boolean): string {
  if (changes.length === 0)
    return isPartLeftOut ? 'There is no text to fill in.' : 'All texts of this file are there already.'
  const replacing = changes.filter(({ row, field }) => row.values[field]).length
  const result = `${formatTexts(changes.length)} will be filled in.`
  if (replacing === 0) return result
  return `${result} ${replacing} of them ${replacing === 1 ? 'replaces' : 'replace'} another text.`
}

/** Reads a file, which can be deleted meanwhile. The parser is loaded for the first one. */
async function readTextsFile(file: File, pictureType: PictureType): Promise<TextsFile> {
  try {
    const [{ parseTextsCsv }, content] = await Promise.all([
      import('#cms/photo-desk/state/texts/texts-csv.ts'),
      file.arrayBuffer(),
    ])
    return parseTextsCsv(new Uint8Array(content), pictureType)
  } catch (error) {
    console.warn('The file is not read:', error)
    return { rows: [], leftOut: [], problem: 'cannot be read: choose it again', isEncodingAssumed: false }
  }
}

/** A part of the dialog that scrolls by itself. */
const ScrollArea = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section tabIndex={0} aria-label={label} style={{ maxHeight: '40vh', overflow: 'auto' }}>
    {children}
  </section>
)

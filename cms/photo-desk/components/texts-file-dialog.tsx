import { Note, Text } from '@contentful/f36-components'
import { useEffect, useState } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { listTextColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { fillCells } from '#cms/photo-desk/state/texts/fill-cells.ts'
import { matchTextsFile, type TextsFileChange } from '#cms/photo-desk/state/texts/match-texts-file.ts'
import type { TextsFile } from '#cms/photo-desk/state/texts/texts-csv.ts'
import { usePictureRows, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { Button } from './button.tsx'
import { DataTable } from './data-table.tsx'
import { Dialog } from './dialog.tsx'

interface TextsFileDialogProps {
  /** A CSV file with the column `file` and a column for each text. */
  readonly file: File
  readonly onClose: () => void
}

/** Shows what a CSV file changes, or what is wrong with it, and applies its texts on request. */
export function TextsFileDialog({ file, onClose }: TextsFileDialogProps) {
  const workspace = useWorkspace()
  const { pictureType } = workspace
  const rows = usePictureRows()
  const [texts, setTexts] = useState<TextsFile>()
  useEffect(() => void readTextsFile(file, pictureType).then(setTexts), [file, pictureType])
  if (!texts) return null
  const { changes, problems } = matchTextsFile(texts, rows, pictureType)
  const overwritten = changes.filter(({ before }) => before !== null).length
  const canApply = problems.length === 0 && changes.length > 0

  function apply() {
    fillCells(workspace, rows, changes)
    onClose()
  }
  return (
    <Dialog
      size="large"
      title={`Texts of ${file.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{canApply ? 'Cancel' : 'Close'}</Button>
          <Button variant="primary" isDisabled={!canApply} onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      {problems.length > 0 ? (
        <Note variant="negative" title={`Nothing is applied: the file has ${formatCount(problems.length, 'problem')}`}>
          <ul>
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {line === null ? 'The file' : `Line ${line}:`} {message}.
              </li>
            ))}
          </ul>
        </Note>
      ) : (
        <p>
          {changes.length === 0
            ? 'All texts of this file are there already.'
            : `${formatCount(changes.length, 'text')} will be filled in; ${overwritten} of them ${overwritten === 1 ? 'replaces' : 'replace'} another text.`}
        </p>
      )}
      {canApply && texts.isEncodingAssumed && (
        <Note>The file does not say how its letters are stored. Check letters such as é and ü below.</Note>
      )}
      {canApply && <ChangesTable changes={changes} />}
    </Dialog>
  )
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
    const problem = { line: null, message: 'cannot be read: choose it again' }
    return { rows: [], problems: [problem], isEncodingAssumed: false }
  }
}

function ChangesTable({ changes }: { readonly changes: readonly TextsFileChange[] }) {
  const labels = new Map(listTextColumns(useWorkspace().pictureType).map(({ field, label }) => [field, label]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Texts of the file" style={{ maxHeight: '50vh', overflow: 'auto' }}>
      <DataTable
        headings={['File', 'Field', 'Text']}
        rows={
          new Map(
            changes.map(({ rowId, field, name, before, value }) => [
              `${rowId} ${field}`,
              [name, labels.get(field) ?? 'Focal point', <ChangedText key={field} before={before} value={value} />],
            ]),
          )
        }
      />
    </section>
  )
}

const ChangedText = ({ before, value }: Pick<TextsFileChange, 'before' | 'value'>) => (
  <>
    {value}
    {before !== null && (
      <Text as="div" fontColor="gray600">
        replaces: {before}
      </Text>
    )}
  </>
)

const formatCount = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`

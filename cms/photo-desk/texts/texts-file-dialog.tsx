import { Button, Flex, Modal, Note, Spinner, Table } from '@contentful/f36-components'
import { Suspense, use, useState } from 'react'
import { TitledModal } from '#cms/photo-desk/dialog.tsx'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { type MatchedTextsFile, matchTextsFile } from './match-texts-file.ts'
import { type CellChange, revertChanges } from './picture-rows.ts'
import { listTextColumns } from './text-columns.ts'
import type { TextsFile } from './texts-csv.ts'
import { changeCells, usePictureRows } from './use-picture-rows.ts'

/** Texts of a file that were applied, and the changes that undo it. */
export interface AppliedTexts {
  readonly changes: readonly CellChange[]
  readonly reverts: readonly CellChange[]
}

interface TextsFileDialogProps {
  /** A CSV file with the column `file` and a column for each text. */
  readonly file: File
  /** Called without texts if nothing was applied. */
  readonly onClose: (applied?: AppliedTexts) => void
}

/** Shows what a CSV file changes, or what is wrong with it, and applies its texts on request. */
export function TextsFileDialog({ file, onClose }: TextsFileDialogProps) {
  const { pictureType } = useWorkspace()
  const [texts] = useState(() => readFile(file, pictureType))
  return (
    <TitledModal size="large" title={`Texts of ${file.name}`} onClose={() => onClose()}>
      <Suspense
        fallback={
          <Modal.Content>
            <Spinner /> Reading …
          </Modal.Content>
        }
      >
        <TextsFilePreview texts={texts} onClose={onClose} />
      </Suspense>
    </TitledModal>
  )
}

/** Reads a file, which can be deleted meanwhile. The parser is loaded for the first one. */
async function readFile(file: File, pictureType: PictureType): Promise<TextsFile> {
  try {
    const [{ parseTextsCsv }, content] = await Promise.all([import('./texts-csv.ts'), file.arrayBuffer()])
    return parseTextsCsv(new Uint8Array(content), pictureType)
  } catch (error) {
    console.warn('The file is not read:', error)
    return {
      rows: [],
      problems: [{ line: null, message: 'cannot be read: choose it again' }],
      isEncodingAssumed: false,
    }
  }
}

interface TextsFilePreviewProps extends Pick<TextsFileDialogProps, 'onClose'> {
  readonly texts: Promise<TextsFile>
}

function TextsFilePreview({ texts, onClose }: TextsFilePreviewProps) {
  const workspace = useWorkspace()
  const rows = usePictureRows()
  const file = use(texts)
  const matched = matchTextsFile(file, rows, workspace.pictureType)
  const { changes, problems } = matched
  const overwritten = changes.filter(({ before }) => before !== null).length
  const canApply = problems.length === 0 && changes.length > 0

  function apply() {
    const reverts = revertChanges(rows, changes)
    changeCells(workspace, rows, changes)
    onClose({ changes, reverts })
  }
  return (
    <>
      <Modal.Content className="dialog-content">
        <Flex flexDirection="column" gap="spacingM">
          {problems.length > 0 ? (
            <Note
              variant="negative"
              title={`Nothing is applied: the file has ${formatCount(problems.length, 'problem')}`}
            >
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
          {canApply && file.isEncodingAssumed && (
            <Note>The file does not say how its letters are stored. Check letters such as é and ü below.</Note>
          )}
          {canApply && <ChangesTable matched={matched} />}
        </Flex>
      </Modal.Content>
      <Modal.Controls>
        <Button onClick={() => onClose()}>{canApply ? 'Cancel' : 'Close'}</Button>
        <Button variant="primary" isDisabled={!canApply} onClick={apply}>
          Apply
        </Button>
      </Modal.Controls>
    </>
  )
}

function ChangesTable({ matched: { changes, unchangedLines } }: { readonly matched: MatchedTextsFile }) {
  const labels = new Map(listTextColumns(useWorkspace().pictureType).map(({ field, label }) => [field, label]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="texts-changes" tabIndex={0} aria-label="Texts of the file">
      <Table>
        <Table.Head>
          <Table.Row>
            <Table.Cell>File</Table.Cell>
            <Table.Cell>Field</Table.Cell>
            <Table.Cell>Text</Table.Cell>
          </Table.Row>
        </Table.Head>
        <Table.Body>
          {changes.map(({ rowId, field, name, before, value }) => (
            <Table.Row key={`${rowId} ${field}`}>
              <Table.Cell>{name}</Table.Cell>
              <Table.Cell>{labels.get(field) ?? 'Focal point'}</Table.Cell>
              <Table.Cell>
                {value}
                {before !== null && <span className="texts-replaced">replaces: {before}</span>}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
      {unchangedLines > 0 && <p>{formatCount(unchangedLines, 'line')} with the same texts as now.</p>}
    </section>
  )
}

const formatCount = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`

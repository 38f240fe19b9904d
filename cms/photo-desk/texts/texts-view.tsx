import { Button, ButtonGroup, Flex, Note, TextInput } from '@contentful/f36-components'
import { FileTextIcon, MagnifyingGlassIcon } from '@contentful/f36-icons'
import { type DragEvent, useRef, useState } from 'react'
import { FocalPointDialog } from '#cms/photo-desk/focal-point/focal-point-dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { matchesFilter, matchesSearch, type PictureRow, type RowFilter } from './picture-rows.ts'
import { LostPictures, SaveStatus } from './save-status.tsx'
import { listTextColumns } from './text-columns.ts'
import { type AppliedTexts, TextsFileDialog } from './texts-file-dialog.tsx'
import { TextsTable } from './texts-table.tsx'
import { useFilledCells } from './use-filled-cells.ts'
import { useMatchedRows, usePictureRows } from './use-picture-rows.ts'
import './texts.css'

const FILTERS = [
  { filter: 'missing', name: 'Missing texts' },
  { filter: 'unpublished', name: 'Not published' },
  { filter: 'all', name: 'All' },
] as const

/** Whether a file is a CSV file. Windows gives CSV files the type of Excel. */
const isTextsFile = ({ name }: Pick<File, 'name'>): boolean => /\.(csv|tsv)$/i.test(name)

/** The texts of all pictures in a table. */
export function TextsView() {
  const { pictureType } = useWorkspace()
  const { openedPictureId } = useViewNavigation()
  const rows = usePictureRows()
  const [selection, setSelection] = useState(() => ({
    filter: getFirstFilter(
      rows.filter((row) => matchesFilter(row, 'missing', pictureType)),
      openedPictureId,
    ),
    count: 0,
  }))
  const [search, setSearch] = useState('')
  const [file, setFile] = useState<File>()
  const [focalPointId, setFocalPointId] = useState<string>()
  const { message, canUndo, fill, undo, setApplied } = useFilledCells(rows)
  const fileInput = useRef<HTMLInputElement>(null)
  const columns = listTextColumns(pictureType)
  const shownRows = useMatchedRows(
    rows,
    `${selection.count} ${search}`,
    (row) => matchesFilter(row, selection.filter, pictureType) && matchesSearch(row, search),
  )

  function dropFile(event: DragEvent) {
    const files = [...event.dataTransfer.files]
    if (!files.every(isTextsFile)) return // the page adds pictures
    event.preventDefault()
    setFile(files[0])
  }
  function closeFile(applied?: AppliedTexts) {
    setFile(undefined)
    if (applied) setApplied(applied)
  }
  return (
    <section aria-label="Texts" className="texts" onDrop={dropFile}>
      <Flex flexWrap="wrap" gap="spacingS" alignItems="center" justifyContent="space-between">
        <ButtonGroup className="texts-filters">
          {FILTERS.map(({ filter, name }) => (
            <Button
              key={filter}
              size="small"
              variant={filter === selection.filter ? 'primary' : 'secondary'}
              aria-pressed={filter === selection.filter}
              onClick={() => setSelection(({ count }) => ({ filter, count: count + 1 }))}
            >
              {`${name} (${rows.filter((row) => matchesFilter(row, filter, pictureType)).length})`}
            </Button>
          ))}
        </ButtonGroup>
        <Flex flexWrap="wrap" gap="spacingS" alignItems="center">
          <div className="texts-search">
            <TextInput
              size="small"
              type="search"
              aria-label={`Search ${pictureType.name}s`}
              placeholder="Search"
              icon={<MagnifyingGlassIcon />}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <Button size="small" startIcon={<FileTextIcon />} onClick={() => fileInput.current?.click()}>
            Fill from a CSV file
          </Button>
          <input
            ref={fileInput}
            hidden
            type="file"
            accept=".csv,.tsv,text/csv"
            aria-label="CSV file with texts"
            onChange={({ target }) => {
              setFile(target.files?.[0])
              target.value = '' // the same file can be chosen again after it was corrected
            }}
          />
        </Flex>
      </Flex>
      <Flex className="texts-bar" flexWrap="wrap" gap="spacingM" alignItems="center">
        <SaveStatus />
        <p role="status">
          {shownRows.length < rows.length && `${shownRows.length} of ${rows.length} ${pictureType.name}s shown`}
        </p>
        <Flex alignItems="center" gap="spacingXs">
          <span role="status">{message}</span>
          {canUndo && (
            <Button size="small" onClick={undo}>
              Undo
            </Button>
          )}
        </Flex>
      </Flex>
      <LostPictures rows={rows} />
      {shownRows.length > 0 ? (
        <TextsTable
          rows={shownRows}
          columns={columns}
          initialFocusedRowId={openedPictureId}
          onFill={fill}
          onOpenFocalPoint={setFocalPointId}
        />
      ) : (
        <Note variant="neutral">{describeEmptyList(selection.filter, search, pictureType.name)}</Note>
      )}
      {file && <TextsFileDialog file={file} onClose={closeFile} />}
      {focalPointId && <FocalPointDialog pictureId={focalPointId} onClose={() => setFocalPointId(undefined)} />}
    </section>
  )
}

/** Shows missing texts first, unless the view was opened for a picture that has its texts. */
function getFirstFilter(missing: readonly PictureRow[], openedPictureId: string | undefined): RowFilter {
  const isShown = openedPictureId === undefined || missing.some(({ id }) => id === openedPictureId)
  return missing.length > 0 && isShown ? 'missing' : 'all'
}

function describeEmptyList(filter: RowFilter, search: string, name: string): string {
  if (search.trim()) return `No ${name} has “${search.trim()}” in its file name or its texts.`
  if (filter === 'missing') return `Every ${name} has its texts.`
  return filter === 'unpublished' ? `Every ${name} is published.` : `There are no ${name}s yet. Add some first.`
}

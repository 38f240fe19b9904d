import { Button, Flex, Note } from '@contentful/f36-components'
import { FileTextIcon } from '@contentful/f36-icons'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FileButton } from '#cms/photo-desk/file-button.tsx'
import { PictureDialog } from '#cms/photo-desk/picture/picture-dialog.tsx'
import {
  matchesSearch,
  NO_FILTER,
  type PictureFilter,
  PictureFilterBar,
  type StateFilter,
} from '#cms/photo-desk/picture/picture-filter.tsx'
import { useKeptIds } from '#cms/photo-desk/picture/use-kept-ids.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useTakeFiles } from '#cms/photo-desk/uploads/file-intake.tsx'
import { matchesRowState } from './picture-rows.ts'
import { LostPictures, SaveStatus } from './save-status.tsx'
import { listTextColumns } from './text-columns.ts'
import { TextsTable } from './texts-table.tsx'
import { useFilledCells } from './use-filled-cells.ts'
import { usePictureRows } from './use-picture-rows.ts'

const STATES = ['missing', 'unpublished', 'all'] as const

/** The texts of all pictures in a table. */
export function TextsView() {
  const { pictureType } = useWorkspace()
  const takeFiles = useTakeFiles()
  const rows = usePictureRows()
  const filterRows = (state: StateFilter) => rows.filter((row) => matchesRowState(row, state, pictureType))
  const [filter, setFilter] = useState(
    (): PictureFilter => ({ ...NO_FILTER, state: filterRows('missing').length > 0 ? 'missing' : 'all' }),
  )
  const [openPictureId, setOpenPictureId] = useState<string>()
  const { message, changes, fill, undo } = useFilledCells(rows)
  const matching = filterRows(filter.state).filter((row) =>
    matchesSearch([...row.fileNames, ...Object.values(row.values)], filter.search),
  )
  const shownIds = useKeptIds(
    filter,
    matching.map(({ id }) => id),
  )
  const shownRows = rows.filter(({ id }) => shownIds.has(id))
  const shownCount =
    shownRows.length < rows.length ? `${shownRows.length} of ${rows.length} ${pictureType.name}s shown. ` : ''

  /** The filled cells after which something was typed. The browser undoes what is typed. */
  const typedAfter = useRef(changes)
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    if (changes.length === 0 || typedAfter.current === changes) return
    event.preventDefault()
    undo()
  }
  return (
    <section
      aria-label="Texts"
      className="desk-view"
      onKeyDown={handleKeyDown}
      onInput={() => {
        typedAfter.current = changes
      }}
    >
      <Flex className="texts-tools" flexWrap="wrap" alignItems="center" gap="spacingS">
        <PictureFilterBar
          filter={filter}
          onChange={setFilter}
          states={STATES}
          count={(state) => filterRows(state).length}
        />
        <FileButton
          size="small"
          startIcon={<FileTextIcon />}
          inputLabel="CSV file with texts"
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={takeFiles}
        >
          Fill from a CSV file
        </FileButton>
      </Flex>
      <LostPictures rows={rows} />
      {shownRows.length > 0 ? (
        <TextsTable rows={shownRows} columns={listTextColumns(pictureType)} onFill={fill} onOpen={setOpenPictureId} />
      ) : (
        <Note variant="neutral">{describeEmptyList(filter, pictureType.name)}</Note>
      )}
      <div className="desk-bar">
        <SaveStatus
          message={`${shownCount}${message}`}
          button={
            changes.length > 0 && (
              <Button size="small" aria-keyshortcuts="Control+Z Meta+Z" title="Ctrl+Z" onClick={undo}>
                Undo
              </Button>
            )
          }
        />
      </div>
      {openPictureId && (
        <PictureDialog
          pictureId={openPictureId}
          pictureIds={shownRows.map(({ id }) => id)}
          onClose={() => setOpenPictureId(undefined)}
        />
      )}
    </section>
  )
}

function describeEmptyList({ state, search }: PictureFilter, name: string): string {
  if (search.trim()) return `No ${name} has “${search.trim()}” in its file name or its texts.`
  if (state === 'missing') return `Every ${name} has its texts.`
  return state === 'unpublished' ? `Every ${name} is published.` : `There are no ${name}s yet. Add some first.`
}

import { Flex, Note } from '@contentful/f36-components'
import { FileTextIcon } from '@contentful/f36-icons'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { FileButton } from '#cms/photo-desk/components/file-button.tsx'
import { useAddFiles } from '#cms/photo-desk/components/file-intake.tsx'
import { PictureFilterBar } from '#cms/photo-desk/components/picture-filter-bar.tsx'
import { SaveStatus } from '#cms/photo-desk/components/save-status.tsx'
import { useDocumentEvent } from '#cms/photo-desk/components/use-document-event.ts'
import { useStickyRows } from '#cms/photo-desk/components/use-sticky-rows.ts'
import { hasChanges } from '#cms/photo-desk/state/edits/entry-edit.ts'
import {
  matchesFilter,
  matchesState,
  NO_FILTER,
  type PictureFilter,
} from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { isInList } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { usePictureRows, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { TextsTable } from './texts-table.tsx'
import './texts.css'

export function TextsView() {
  const { pictureType, filledCells, openView } = useWorkspace()
  const nextButton = useRef<HTMLButtonElement>(null)
  const addFiles = useAddFiles()
  const rows = usePictureRows()
  const listed = rows.filter(isInList)
  const orphaned = rows.filter((row) => !isInList(row) && row.edit && hasChanges(row.edit))
  const [filter, setFilter] = useState((): PictureFilter => {
    const isTextMissing = listed.some((row) => matchesState(row, 'missing', pictureType))
    return { ...NO_FILTER, state: isTextMissing ? 'missing' : 'all' }
  })
  const { message, changes } = useStore(filledCells.store)
  const undo = () => filledCells.undo(rows)
  const rowsById = new Map([...listed, ...orphaned].map((row) => [row.id, row]))
  const shownRows = useStickyRows(filter, rowsById, (row) =>
    matchesFilter(row, isInList(row) ? filter : { ...filter, state: 'all' }, pictureType),
  )
  const shownListed = shownRows.filter(isInList)
  const shownCount =
    shownListed.length < listed.length ? `${shownListed.length} of ${listed.length} ${pictureType.name}s shown. ` : ''

  /** The filled cells after which something was typed. The browser undoes what is typed. */
  const typedAfter = useRef(changes)
  useDocumentEvent('input', () => {
    typedAfter.current = changes
  })
  useDocumentEvent('keydown', (event) => {
    if (event.key !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    if (changes.length === 0 || typedAfter.current === changes) return
    event.preventDefault()
    undo()
  })
  return (
    <section aria-label="Texts" className="desk-view" tabIndex={-1}>
      <Flex flexWrap="wrap" alignItems="center" gap="spacingS">
        <PictureFilterBar
          flex="1 1 30rem"
          filter={filter}
          onChange={setFilter}
          states={['missing', 'unpublished', 'all']}
          pictures={listed}
        />
        <FileButton
          startIcon={<FileTextIcon />}
          inputLabel="CSV file with texts"
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={addFiles}
        >
          Fill from a CSV file
        </FileButton>
      </Flex>
      {shownRows.length > 0 ? (
        <TextsTable rows={shownRows} onEnd={() => nextButton.current?.focus()} />
      ) : (
        <Note variant="neutral">{describeEmptyList(filter, pictureType.name)}</Note>
      )}
      <div className="desk-bar">
        <SaveStatus
          message={`${shownCount}${message}`}
          button={
            <>
              {changes.length > 0 && (
                <Button aria-keyshortcuts="Control+Z Meta+Z" title="Ctrl+Z" onClick={undo}>
                  Undo
                </Button>
              )}
              {shownListed.length > 0 && (
                <Button ref={nextButton} onClick={() => openView('publish')}>
                  Go to Publish
                </Button>
              )}
            </>
          }
        />
      </div>
    </section>
  )
}

function describeEmptyList({ state, search }: PictureFilter, name: string): string {
  if (search.trim()) return `No ${name} has “${search.trim()}” in its file name or its texts.`
  if (state === 'missing') return `Every ${name} has its texts.`
  return state === 'unpublished' ? `Every ${name} is published.` : `There are no ${name}s yet. Add some first.`
}

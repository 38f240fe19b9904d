import { FailuresDialog } from '#cms/photo-desk/components/failures-dialog.tsx'
import { PictureDialog } from '#cms/photo-desk/components/picture-dialog.tsx'
import { PictureFilterBar } from '#cms/photo-desk/components/picture-filter-bar.tsx'
import { PicturesDialog } from '#cms/photo-desk/components/pictures-dialog.tsx'
import { isSelectedByDefault, type SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { matchesFilter, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import type { PublishResult, PublishSelection } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import type { PictureAction } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { findBlockingIssue } from '#cms/photo-desk/state/publication/check-pictures.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import './publishing.css'
import { Flex } from '@contentful/f36-components'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { Loading } from '#cms/photo-desk/components/loading.tsx'
import { useStickyRows } from '#cms/photo-desk/components/use-sticky-rows.ts'
import type { ComparedContent } from '#cms/photo-desk/state/publication/compare-content.ts'
import { describeSelection, isResultCurrent } from '#cms/photo-desk/state/publication/describe-content.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { PreviewLinks } from './preview-links.tsx'
import { PublishingBar } from './publishing-bar.tsx'
import { PublishingRow } from './publishing-row.tsx'
import { PublishingStatus } from './publishing-status.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { type PublishingData, usePublishingData } from './use-publishing-data.ts'

/** What visitors do not see yet and what they see: publish it now or at a time, take it down, archive or restore it. */
export function PublishingView() {
  const { publishing } = useWorkspace()
  const data = usePublishingData(useStore(publishing.store)?.kind === 'running')
  if (data.isLoading) return <Loading />
  return (
    <div className="publishing">
      <PictureList data={data} />
      <ScheduledList scheduled={data.scheduled} error={data.scheduledError} />
    </div>
  )
}

/** What the menu of a picture, the button for a time, or a publication with failures opens. */
type OpenDialog =
  | { readonly kind: 'schedule'; readonly selection: PublishSelection }
  | { readonly kind: 'failures'; readonly result: PublishResult }
  | { readonly kind: 'texts'; readonly picture: SpacePicture }
  | { readonly kind: 'action'; readonly action: PictureAction; readonly picture: SpacePicture }

/** The page and all pictures of a filter, and what can be done with the selected ones. */
function PictureList({ data }: { readonly data: PublishingData }) {
  const { pictureType, publishing, publishSelection } = useWorkspace()
  const { page, pictures, issues } = data
  const state = useStore(publishing.store)
  const [filter, setFilter] = useState<PictureFilter>({ state: 'unpublished', search: '' })
  const [dialog, setDialog] = useState<OpenDialog>()
  const pageId = page.entry.sys.id
  const isChanged = ({ changes }: ComparedContent) => changes.length > 0
  const isReady = (id: string) => !findBlockingIssue(issues, id)
  const isPageShown = isChanged(page) && (filter.state === 'unpublished' || filter.state === 'all')
  const rowsById = new Map([page, ...pictures].map((row) => [row.entry.sys.id, row]))
  const rows = useStickyRows(filter, rowsById, ({ picture }) =>
    picture ? matchesFilter(picture, filter, pictureType) : isPageShown,
  )
  const selectable = rows.map(({ entry, picture }) => ({
    id: entry.sys.id,
    isDefault: isReady(entry.sys.id) && isSelectedByDefault(entry, picture?.asset),
  }))
  const chosen = useStore(publishSelection.store)
  const selectedIds = new Set(selectable.flatMap(({ id, isDefault }) => ((chosen.get(id) ?? isDefault) ? id : [])))
  const chosenIds = rows
    .filter(isChanged)
    .map(({ entry }) => entry.sys.id)
    .filter((id) => selectedIds.has(id) && isReady(id))
  const selection = { entryIds: chosenIds.filter((id) => id !== pageId), hasPage: chosenIds.includes(pageId) }
  const unpublishedIds = new Set([page, ...pictures].filter(isChanged).map(({ entry }) => entry.sys.id))
  const isOver = state?.kind === 'done' && state.result && !isResultCurrent(state.result, unpublishedIds)

  /** `done`: a sentence about what is done. */
  function closeDialog(done?: string): void {
    setDialog(undefined)
    if (done !== undefined) publishing.say(done)
  }

  async function publishSelected(): Promise<void> {
    const result = await publishing.publish(selection, page.entry)
    if (result.failures.size > 0) setDialog({ kind: 'failures', result })
  }

  return (
    <section aria-label="Pictures">
      <Flex flexWrap="wrap" justifyContent="space-between" alignItems="start" gap="spacingXs" marginBottom="spacingXs">
        <Flex flexDirection="column" flex="1 1 760px">
          <PictureFilterBar
            filter={filter}
            onChange={setFilter}
            pictures={pictures.flatMap(({ picture }) => picture ?? [])}
          />
        </Flex>
        <PreviewLinks />
      </Flex>
      <PublishingBar
        count={rows.length}
        {...{ selectedIds, selection }}
        onSelectAll={(isSelected) => publishSelection.select(selectable, isSelected)}
        onPublish={() => void publishSelected()}
        onSchedule={() => setDialog({ kind: 'schedule', selection })}
      >
        <PublishingStatus
          state={isOver ? undefined : state}
          summary={describeSummary(pictureType, data, selection)}
          onShowFailures={(result) => setDialog({ kind: 'failures', result })}
        />
      </PublishingBar>
      <RowList key={`${filter.state} ${filter.search}`}>
        {rows.map((row) => {
          const { id } = row.entry.sys
          return (
            <PublishingRow
              key={id}
              compared={row}
              issues={issues.get(id) ?? []}
              isSelected={selectedIds.has(id)}
              isDisabled={state?.kind === 'running'}
              onSelect={(isSelected, isRange) => publishSelection.selectOne(selectable, id, isSelected, isRange)}
              onAction={(action) => row.picture && setDialog({ kind: 'action', action, picture: row.picture })}
              onEdit={() => row.picture && setDialog({ kind: 'texts', picture: row.picture })}
            />
          )
        })}
      </RowList>
      {rows.length === 0 && (
        <Flex paddingTop="spacingM">{filter.search ? 'Nothing is found.' : 'There is nothing here.'}</Flex>
      )}
      {dialog?.kind === 'schedule' && <ScheduleDialog selection={dialog.selection} onClose={closeDialog} />}
      {dialog?.kind === 'failures' && (
        <FailuresDialog result={dialog.result} done="published" onClose={() => closeDialog()} />
      )}
      {dialog?.kind === 'texts' && <PictureDialog pictureId={dialog.picture.id} onClose={() => closeDialog()} />}
      {dialog?.kind === 'action' && (
        <PicturesDialog action={dialog.action} pictures={[dialog.picture]} onClose={closeDialog} />
      )}
    </section>
  )
}

/** Shows the rows that fill the screen at once, and the others when they are rendered: 150 rows take half a second. */
function RowList({ children }: { readonly children: readonly ReactNode[] }) {
  const count = useDeferredValue(children.length, 30)
  return <ul aria-label="Pictures">{children.slice(0, count)}</ul>
}

/** Returns what is not published, and what the selection leaves out. */
function describeSummary(
  pictureType: PictureType,
  { page, pictures, issues }: PublishingData,
  selection: PublishSelection,
): string {
  const { name } = pictureType.page
  const unpublished = pictures.filter(({ changes }) => changes.length > 0)
  const blocked = unpublished.filter(({ entry }) => findBlockingIssue(issues, entry.sys.id))
  const isPageChanged = page.changes.length > 0
  if (unpublished.length === 0 && !isPageChanged) return 'Everything is published.'
  const isPageLeftOut = isPageChanged && !selection.hasPage && selection.entryIds.length > 0
  const sentences = [
    `Not published: ${describeSelection(pictureType, unpublished.length, isPageChanged)}.`,
    isPageLeftOut
      ? `Without the ${name}, visitors do not see its new order and new ${pictureType.name}s.`
      : 'What you do not select stays as it is.',
    blocked.length > 0 && `${describeSelection(pictureType, blocked.length, false)} cannot be published yet.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

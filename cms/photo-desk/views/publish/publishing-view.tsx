import { PictureFilterBar } from '#cms/photo-desk/components/picture-filter-bar.tsx'
import { matchesFilter, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import './publishing.css'
import { Flex } from '@contentful/f36-components'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { Loading } from '#cms/photo-desk/components/loading.tsx'
import { useStickyIds } from '#cms/photo-desk/components/use-sticky-ids.ts'
import { isSelectedByDefault } from '#cms/photo-desk/state/pictures/unpublished-content.ts'
import { getPictureCheck } from '#cms/photo-desk/state/publication/check-pictures.ts'
import type { ComparedContent } from '#cms/photo-desk/state/publication/compare-content.ts'
import {
  describeLastChange,
  describeSelection,
  isResultCurrent,
} from '#cms/photo-desk/state/publication/describe-content.ts'
import type { PublishSelection } from '#cms/photo-desk/state/publication/publishing-state.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { PreviewLinks } from './preview-links.tsx'
import { PublishingBar } from './publishing-bar.tsx'
import { type OpenDialog, PublishingDialogs } from './publishing-dialogs.tsx'
import { PublishingRow } from './publishing-row.tsx'
import { PublishingStatus } from './publishing-status.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { usePublishSelection } from './use-publish-selection.ts'
import { usePublishing } from './use-publishing.ts'
import { type PublishingData, usePublishingData } from './use-publishing-data.ts'

/** What visitors do not see yet and what they see: publish it now or at a time, take it down, archive or restore it. */
export function PublishingView() {
  const { isRunning, say } = usePublishing()
  const data = usePublishingData(isRunning)
  if (data.isLoading) return <Loading />
  return (
    <div className="publishing">
      <PictureList data={data} />
      <ScheduledList scheduled={data.scheduled} error={data.scheduledError} onDone={say} />
    </div>
  )
}

/** The page and all pictures of a filter, and what can be done with the selected ones. */
function PictureList({ data }: { readonly data: PublishingData }) {
  const { pictureType, sdk } = useWorkspace()
  const { page, pictures, check } = data
  const { state, isRunning, publish, say, dismiss } = usePublishing()
  const [filter, setFilter] = useState<PictureFilter>({ state: 'unpublished', search: '' })
  const [dialog, setDialog] = useState<OpenDialog>()
  const pageId = page.entry.sys.id
  const isChanged = ({ changes }: ComparedContent) => changes.length > 0
  const isReady = (id: string) => getPictureCheck(check, id).blocking.length === 0
  const isPageShown = isChanged(page) && (filter.state === 'unpublished' || filter.state === 'all')
  const matching = [
    ...(isPageShown ? [page] : []),
    ...pictures.filter(({ picture }) => picture && matchesFilter(picture, filter, pictureType)),
  ]
  const rowIds = useStickyIds(
    filter,
    matching.map(({ entry }) => entry.sys.id),
  )
  const rowsById = new Map([page, ...pictures].map((row) => [row.entry.sys.id, row]))
  const rows = [...rowIds].flatMap((id) => rowsById.get(id) ?? [])
  const { selectedIds, selectAll, selectRow } = usePublishSelection(
    rows.map((row) => ({
      id: row.entry.sys.id,
      isDefault: isReady(row.entry.sys.id) && isSelectedByDefault(row.entry, row.picture?.asset),
    })),
  )
  const chosenIds = rows
    .filter(isChanged)
    .map(({ entry }) => entry.sys.id)
    .filter((id) => selectedIds.has(id) && isReady(id))
  const selection = { entryIds: chosenIds.filter((id) => id !== pageId), hasPage: chosenIds.includes(pageId) }
  const unpublishedIds = new Set([page, ...pictures].filter(isChanged).map(({ entry }) => entry.sys.id))
  const isOver = state?.kind === 'done' && state.result && !isResultCurrent(state.result, unpublishedIds)
  const describeDetails = (row: ComparedContent) => [
    ...(isChanged(row) ? [row.changes.join(', ')] : []),
    describeLastChange(row.entry, sdk.ids.user),
    ...(row.picture?.isListed === false ? [`not in the ${pictureType.page.name}`] : []),
  ]

  async function publishSelected(): Promise<void> {
    const result = await publish(selection, page.entry)
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
        onSelectAll={selectAll}
        onPublish={() => void publishSelected()}
        onSchedule={() => setDialog({ kind: 'schedule', selection })}
      >
        <PublishingStatus
          state={isOver ? undefined : state}
          summary={describeSummary(pictureType, data, selection)}
          onDismiss={dismiss}
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
              details={describeDetails(row)}
              check={getPictureCheck(check, id)}
              isSelected={selectedIds.has(id)}
              isDisabled={isRunning}
              onSelect={(isSelected, isRange) => selectRow(id, isSelected, isRange)}
              onAction={(kind) => row.picture && setDialog({ kind, picture: row.picture })}
            />
          )
        })}
      </RowList>
      {rows.length === 0 && (
        <Flex paddingTop="spacingM">{filter.search ? 'Nothing is found.' : 'There is nothing here.'}</Flex>
      )}
      {dialog && (
        <PublishingDialogs
          dialog={dialog}
          onClose={(done) => {
            setDialog(undefined)
            if (done !== undefined) say(done)
          }}
        />
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
  { page, pictures, check }: PublishingData,
  selection: PublishSelection,
): string {
  const { name } = pictureType.page
  const unpublished = pictures.filter(({ changes }) => changes.length > 0)
  const blocked = unpublished.filter(({ entry }) => getPictureCheck(check, entry.sys.id).blocking.length > 0)
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

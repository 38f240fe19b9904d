import './publishing.css'
import { Note } from '@contentful/f36-components'
import { useState } from 'react'
import { Loading } from '#cms/photo-desk/loading.tsx'
import {
  createStateCount,
  matchesFilter,
  type PictureFilter,
  PictureFilterBar,
  type StateFilter,
} from '#cms/photo-desk/picture/picture-filter.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPictureCheck } from './check-pictures.ts'
import type { ComparedPicture } from './compare-content.ts'
import { PageRow } from './page-row.tsx'
import { formatTime } from './publication-time.ts'
import { PublishingBar } from './publishing-bar.tsx'
import { type OpenDialog, PublishingDialogs } from './publishing-dialogs.tsx'
import { PublishingHeader } from './publishing-header.tsx'
import { PublishingPictureRow } from './publishing-picture-row.tsx'
import { PublishingStatus } from './publishing-status.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { isSelectedByDefault } from './unpublished-content.ts'
import { usePublishing } from './use-publishing.ts'
import { type PublishingData, usePublishingData } from './use-publishing-data.ts'
import { useSelection } from './use-selection.ts'

/** What visitors do not see yet and what they see: publish it now or at a time, take it down, archive or restore it. */
export function PublishingView() {
  const publishing = usePublishing()
  const { state, isRunning, say, dismiss } = publishing
  const data = usePublishingData(isRunning)
  const { scheduled, scheduledError } = data
  return (
    <div className="publishing">
      <div>
        <PublishingHeader {...{ data, isRunning }} onRefreshed={say} />
        <PublishingStatus state={state} onDismiss={dismiss} />
      </div>
      {data.isLoading ? (
        <Loading />
      ) : (
        <>
          <PictureList {...{ data, publishing }} />
          {scheduledError && (
            <Note variant="negative" role="alert" title="What is scheduled cannot be shown">
              {scheduledError}
            </Note>
          )}
          {scheduled && <ScheduledList scheduled={scheduled} onDone={say} />}
        </>
      )}
    </div>
  )
}

interface PictureListProps {
  readonly data: PublishingData
  readonly publishing: ReturnType<typeof usePublishing>
}

/** The states to choose from. */
const STATES: readonly StateFilter[] = ['unpublished', 'published', 'missing', 'archived', 'all']

/** The page and all pictures of a filter, and what can be done with the selected ones. */
function PictureList({ data, publishing }: PictureListProps) {
  const { pictureType } = useWorkspace()
  const { spacePictures, pictures, check, describeChange } = data
  const { isRunning, result, publish, say } = publishing
  const [filter, setFilter] = useState<PictureFilter>({ state: 'unpublished', search: '' })
  const [dialog, setDialog] = useState<OpenDialog>()
  const shownPictures = pictures.filter((picture) => matchesFilter(picture, filter, pictureType))
  const page = filter.state === 'unpublished' || filter.state === 'all' ? data.page : undefined
  const pageId = spacePictures.page.sys.id
  const isReady = (id: string) => getPictureCheck(check, id).blocking.length === 0
  const rows = [...(page ? [{ entry: page.entry, asset: undefined }] : []), ...shownPictures]
  const { selectedIds, selectAll, selectRow } = useSelection(
    rows.map(({ entry, asset }) => ({
      id: entry.sys.id,
      isDefault: isReady(entry.sys.id) && isSelectedByDefault(entry, asset),
    })),
  )
  const isChosen = (id: string) => selectedIds.has(id) && isReady(id)
  const changedIds = shownPictures.filter(({ changes }) => changes.length > 0).map(({ entry }) => entry.sys.id)
  const selection = { entryIds: changedIds.filter(isChosen), hasPage: page !== undefined && isChosen(pageId) }
  const describeDetails = useDetails(data)
  const getRowProps = (id: string) => ({
    failure: result?.failures.get(id),
    isSelected: selectedIds.has(id),
    isDisabled: isRunning,
    onSelect: (isSelected: boolean, isRange: boolean) => selectRow(id, isSelected, isRange),
  })
  return (
    <section aria-label="Pictures" className="publishing-section">
      <PictureFilterBar
        filter={filter}
        onChange={setFilter}
        states={STATES}
        count={createStateCount(spacePictures, pictureType)}
      />
      <PublishingBar
        count={rows.length}
        {...{ selectedIds, selection, isRunning }}
        onSelectAll={selectAll}
        onPublish={() => void publish(selection, spacePictures.page)}
        onSchedule={() => setDialog({ kind: 'schedule', selection })}
        onDone={say}
      />
      <ul aria-label="Pictures">
        {page && (
          <PageRow
            page={page}
            lastChange={describeChange(page.entry)}
            check={getPictureCheck(check, pageId)}
            {...getRowProps(pageId)}
          />
        )}
        {shownPictures.map((picture) => {
          const { id } = picture.entry.sys
          return (
            <PublishingPictureRow
              key={id}
              picture={picture}
              details={describeDetails(picture)}
              check={picture.changes.length > 0 ? getPictureCheck(check, id) : { blocking: [], advice: [] }}
              {...getRowProps(id)}
              onAction={(kind) => setDialog({ kind, picture })}
            />
          )
        })}
      </ul>
      {rows.length === 0 && <p>{filter.search ? 'Nothing is found.' : 'There is nothing here.'}</p>}
      {!selection.hasPage && selection.entryIds.length > 0 && page && (
        <p>
          Without the {pictureType.page.name}, visitors do not see its new order and new {pictureType.name}s.
        </p>
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

/** Returns what a row says of a picture: short texts. */
function useDetails({ scheduled, describeChange }: PublishingData) {
  const { pictureType } = useWorkspace()
  const scheduledTexts = new Map(
    scheduled?.pending.map(({ entity, action, scheduledFor }) => [
      entity.sys.id,
      `scheduled: ${action === 'publish' ? 'publish' : 'take down'} on ${formatTime(scheduledFor.datetime)}`,
    ]),
  )
  return ({ entry, changes, isListed }: ComparedPicture): readonly string[] => [
    ...(changes.length > 0 ? [changes.join(', '), `changed ${describeChange(entry)}`] : []),
    ...(isListed ? [] : [`not in the ${pictureType.page.name}`]),
    ...[scheduledTexts.get(entry.sys.id) ?? []].flat(),
  ]
}

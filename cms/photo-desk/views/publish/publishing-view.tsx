import { Flex } from '@contentful/f36-components'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { Loading } from '#cms/photo-desk/components/loading.tsx'
import { PictureFilterBar } from '#cms/photo-desk/components/picture-filter-bar.tsx'
import { PicturesDialog, type PicturesDialogProps } from '#cms/photo-desk/components/pictures-dialog.tsx'
import { useStickyRows } from '#cms/photo-desk/components/use-sticky-rows.ts'
import { isSelectedByDefault } from '#cms/photo-desk/state/pictures/picture.ts'
import { matchesFilter, matchesSearch, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { findBlockingIssue } from '#cms/photo-desk/state/publication/check-pictures.ts'
import { hasUnpublishedChanges } from '#cms/photo-desk/state/publication/compare-content.ts'
import { listSelectedIds } from '#cms/photo-desk/state/publication/publish-selection.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { PreviewLinks } from './preview-links.tsx'
import { PublishingBar } from './publishing-bar.tsx'
import { getPageTitle, PublishingRow } from './publishing-row.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { type PublishingData, usePublishingData } from './use-publishing-data.ts'
import './publishing.css'

/** What visitors do not see yet and what they see: publish it now or at a time, take it down, archive or restore it. */
export function PublishingView() {
  const data = usePublishingData()
  if (data.isLoading) return <Loading />
  return (
    <div className="publishing">
      <PictureList data={data} />
      <ScheduledList {...data.scheduled} />
    </div>
  )
}

/** The page and all pictures of a filter, and what can be done with the selected ones. */
function PictureList({ data }: { readonly data: PublishingData }) {
  const { pictureType, publishing, publishSelection } = useWorkspace()
  const { page, pictures, issues } = data
  const [filter, setFilter] = useState<PictureFilter>({ state: 'unpublished', search: '' })
  const [asked, setAsked] = useState<Pick<PicturesDialogProps, 'action' | 'pictures'>>()
  const pageId = page.entry.sys.id
  const isReady = (id: string) => !findBlockingIssue(issues, id)
  const isPageShown =
    hasUnpublishedChanges(page) &&
    (filter.state === 'unpublished' || filter.state === 'all') &&
    matchesSearch([getPageTitle(pictureType)], filter.search)
  const rowsById = new Map([page, ...pictures].map((row) => [row.entry.sys.id, row]))
  const rows = useStickyRows(filter, rowsById, ({ picture }) =>
    picture ? matchesFilter(picture, filter, pictureType) : isPageShown,
  )
  const selectable = rows.map((row) => {
    const { entry, picture } = row
    const { id } = entry.sys
    return {
      id,
      list: picture ? undefined : getListedEntryIds(entry, pictureType.page).join(' '),
      isDefault:
        hasUnpublishedChanges(row) &&
        isReady(id) &&
        isSelectedByDefault(entry, picture?.asset) &&
        !data.scheduled.data?.byEntry.get(id)?.some(({ action }) => action === 'publish'),
    }
  })
  const selectedIds = new Set(listSelectedIds(selectable, useStore(publishSelection.store)))
  const chosenIds = rows
    .filter(hasUnpublishedChanges)
    .map(({ entry }) => entry.sys.id)
    .filter((id) => selectedIds.has(id) && isReady(id))
  const selection = { entryIds: chosenIds.filter((id) => id !== pageId), hasPage: chosenIds.includes(pageId) }
  return (
    <section aria-label="Pictures">
      <Flex flexWrap="wrap" justifyContent="space-between" alignItems="start" gap="spacingXs" marginBottom="spacingXs">
        <PictureFilterBar
          flex="1 1 760px"
          marginBottom="spacingXs"
          filter={filter}
          onChange={setFilter}
          pictures={pictures.flatMap(({ picture }) => picture ?? [])}
        />
        <PreviewLinks />
      </Flex>
      <PublishingBar {...{ data, selectable, selectedIds, selection }} />
      <RowList key={`${filter.state} ${filter.search}`}>
        {rows.map((row) => {
          const { id } = row.entry.sys
          return (
            <PublishingRow
              key={id}
              data={data}
              compared={row}
              isSelected={selectedIds.has(id)}
              onSelect={(isSelected, isRange) => publishSelection.selectOne(selectable, id, isSelected, isRange)}
              onAction={(action) => row.picture && setAsked({ action, pictures: [row.picture] })}
            />
          )
        })}
      </RowList>
      {rows.length === 0 && (
        <Flex paddingTop="spacingM">{filter.search ? 'Nothing is found.' : 'There is nothing here.'}</Flex>
      )}
      {asked && <PicturesDialog {...asked} onClose={() => setAsked(undefined)} onDone={publishing.say} />}
    </section>
  )
}

/** Shows the rows that fill the screen at once, and the others when they are rendered: 150 rows take half a second. */
function RowList({ children }: { readonly children: readonly ReactNode[] }) {
  const count = useDeferredValue(children.length, 30)
  return <ul aria-label="Pictures">{children.slice(0, count)}</ul>
}

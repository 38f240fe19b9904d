import { Checkbox, Flex, IconButton, TextLink } from '@contentful/f36-components'
import { CheckCircleIcon, WarningIcon, XIcon } from '@contentful/f36-icons'
import { Fragment, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { getPagePath } from '#cms/model/preview-paths.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { FailuresDialog } from '#cms/photo-desk/components/failures-dialog.tsx'
import { SelectedPicturesActions } from '#cms/photo-desk/components/pictures-dialog.tsx'
import type { PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import { hasUnsavedOrder } from '#cms/photo-desk/state/order/order-edits.ts'
import {
  listDoneIds,
  type PublishResult,
  type PublishSelection,
} from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import { findBlockingIssue } from '#cms/photo-desk/state/publication/check-pictures.ts'
import { type ComparedContent, hasUnpublishedChanges } from '#cms/photo-desk/state/publication/compare-content.ts'
import {
  describeHidden,
  describeSelection,
  findHidden,
  isResultCurrent,
} from '#cms/photo-desk/state/publication/describe-content.ts'
import type { SelectableEntry } from '#cms/photo-desk/state/publication/publish-selection.ts'
import { useIsPublishing, usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { getPublishedPath } from './preview-links.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { PublishingData } from './use-publishing-data.ts'

interface PublishingBarProps {
  readonly data: PublishingData
  /** The rows that are shown, and the ids of the selected ones. */
  readonly selectable: readonly SelectableEntry[]
  readonly selectedIds: ReadonlySet<string>
  /** What of the selection can be published. */
  readonly selection: PublishSelection
}

/** What is true now, and what can be done with the selected rows. It stays in sight. */
export function PublishingBar({ data, selectable, selectedIds, selection }: PublishingBarProps) {
  const { pictureType, publishing, publishSelection } = useWorkspace()
  const allPictures = usePictures()
  const isRunning = useIsPublishing()
  const [isScheduling, setIsScheduling] = useState(false)
  const pageId = data.page.entry.sys.id
  const hasPageRow = selectable.some(({ id }) => id === pageId)
  const count = selectable.length - Number(hasPageRow)
  const selectedCount = selectedIds.size - Number(selectedIds.has(pageId))
  // Also what is published by then.
  const removable = [...selectedIds]
    .flatMap((id) => allPictures.get(id) ?? [])
    .filter(({ id, entry }) => entry.sys.publishedVersion !== undefined || data.scheduled.data?.byEntry.has(id))
  const canSchedule = !isEmpty(selection) || removable.length > 0
  return (
    <div className="desk-top-bar publishing-bar">
      <Publication data={data} selection={selection} />
      <Flex alignItems="center" gap="spacingXs">
        <Checkbox
          isChecked={selectedIds.size > 0 && selectedIds.size === selectable.length}
          isIndeterminate={selectedIds.size > 0 && selectedIds.size < selectable.length}
          isDisabled={isRunning || selectable.length === 0}
          onChange={({ target }) => publishSelection.select(selectable, target.checked)}
        >
          Select all
        </Checkbox>
        {selectedCount} of {count} selected
        {hasPageRow && `, ${selectedIds.has(pageId) ? 'and' : 'without'} the ${pictureType.page.name}`}
      </Flex>
      <SelectedPicturesActions
        actions={[{ label: 'Schedule …', isDisabled: isRunning || !canSchedule, onClick: () => setIsScheduling(true) }]}
        entryIds={selectedIds}
        isDisabled={isRunning}
        onDone={publishing.say}
      />
      {isScheduling && <ScheduleDialog {...{ data, selection, removable }} onClose={() => setIsScheduling(false)} />}
    </div>
  )
}

const isEmpty = ({ entryIds, hasPage }: PublishSelection): boolean => entryIds.length === 0 && !hasPage

/**
 * The live region of the view, which says what was done last, or what is to do, and the button that publishes the selection.
 * All texts have the same place, so that nothing below them moves.
 */
function Publication({ data, selection }: Pick<PublishingBarProps, 'data' | 'selection'>) {
  const { pictureType, publishing, discards, sdk } = useWorkspace()
  const allPictures = usePictures()
  const unsaved = useUnsaved()
  const state = useStore(publishing.store)
  const lastDiscard = useStore(discards.store).at(-1)
  const [failed, setFailed] = useState<PublishResult>()
  const isRunning = state?.kind === 'running'
  const unpublished = [data.page, ...data.pictures].filter(hasUnpublishedChanges)
  const unpublishedIds = new Set(unpublished.map(({ entry }) => entry.sys.id))
  const isOver = state?.kind === 'done' && state.result && !isResultCurrent(state.result, unpublishedIds)
  const { text, hasFailed, result } = state?.kind === 'done' && !isOver ? state : {}
  const doneIds = result ? listDoneIds(result) : []
  const donePictures = doneIds.flatMap((id) => allPictures.get(id) ?? [])
  const hidden = findHidden(donePictures, data.shownIds)
  const count = describeSelection(pictureType, selection.entryIds.length, selection.hasPage)
  const label = isEmpty(selection) ? 'Publish' : `Publish ${count}`

  // A sentence about another action is not true for ever.
  useEffect(
    () => () => {
      const last = publishing.store.getState()
      if (last?.kind === 'done' && !last.result) publishing.dismiss()
    },
    [publishing],
  )

  async function publish(selected: PublishSelection, places?: PictureOrder): Promise<void> {
    const newResult = await publishing.publish(selected, { page: data.page.entry, places })
    if (newResult.failures.size > 0) setFailed(newResult)
  }
  return (
    <>
      <Flex role="status" aria-busy={isRunning} className="publishing-status" alignItems="center" gap="spacingXs">
        {isRunning && (
          <Flex alignItems="center" gap="spacingXs">
            <progress aria-label="Progress" value={state.progress.done} max={Math.max(state.progress.total, 1)} />
            Publishing: {state.progress.done} of {state.progress.total} …
          </Flex>
        )}
        {!isRunning && text === undefined && <p>{describeSummary(pictureType, data, selection, unsaved)}</p>}
        {text !== undefined && (
          // With a key, so that a text does not move from the place of the one before.
          <Fragment key={text}>
            {hasFailed || hidden.length > 0 ? (
              <WarningIcon color="var(--orange-600)" />
            ) : (
              <CheckCircleIcon color="var(--green-600)" />
            )}
            <p>
              {text} {describeHidden(pictureType, hidden)} {unsaved}{' '}
              {hidden.length > 0 && (
                <TextLink
                  as="button"
                  onClick={() => void publish({ entryIds: hidden.map(({ id }) => id), hasPage: true }, data.shownIds)}
                >
                  {hidden.every(({ isListed }) => isListed)
                    ? `Publish the ${pictureType.page.name}`
                    : `Add ${hidden.length > 1 ? 'them' : 'it'} to the ${pictureType.page.name} and publish that`}
                </TextLink>
              )}{' '}
              {hasFailed && result && (
                <TextLink as="button" onClick={() => setFailed(result)}>
                  Show why
                </TextLink>
              )}{' '}
              {doneIds.includes(data.page.entry.sys.id) && (
                // The site serves the desk too. It renders its pages again within seconds.
                <TextLink
                  href={getPublishedPath(sdk.parameters.installation, getPagePath(pictureType.page.type) ?? '/')}
                  target="_blank"
                  rel="noopener"
                >
                  See the published page
                </TextLink>
              )}
            </p>
          </Fragment>
        )}
        {lastDiscard && !isRunning && (
          <TextLink as="button" aria-label={`Undo discard of ${lastDiscard.name}`} onClick={() => void discards.undo()}>
            Undo discard
          </TextLink>
        )}
        {text !== undefined && (
          <IconButton
            variant="transparent"
            size="small"
            icon={<XIcon />}
            aria-label="Dismiss"
            onClick={publishing.dismiss}
          />
        )}
      </Flex>
      <Button
        size="medium"
        variant="positive"
        isDisabled={isRunning || isEmpty(selection)}
        onClick={() => void publish(selection)}
      >
        {/* With a key, so that a label does not move from the place of the one before. */}
        <span key={label}>{label}</span>
      </Button>
      {failed && <FailuresDialog result={failed} done="published" onClose={() => setFailed(undefined)} />}
    </>
  )
}

/** Says what is not saved, and what visitors therefore do not see after a publication; empty if all is saved. */
function useUnsaved(): string {
  const { pictureType, edits, order } = useWorkspace()
  const texts = [...useStore(edits.store).values()].filter(({ status }) => status === 'failed' || status === 'conflict')
  const orderEdit = useStore(order.store)
  const parts = [
    texts.length > 0 && `texts of ${describeSelection(pictureType, texts.length)} (see Texts)`,
    orderEdit && hasUnsavedOrder(orderEdit) && 'the order (see Order)',
  ]
  const unsaved = parts.filter(Boolean).join(' and ')
  return unsaved && `Not saved: ${unsaved}.`
}

/** Returns what is not published, and what the selection leaves out. */
function describeSummary(
  pictureType: PictureType,
  { page, pictures, issues }: PublishingData,
  selection: PublishSelection,
  unsaved: string,
): string {
  const { name } = pictureType.page
  const unpublished = pictures.filter(hasUnpublishedChanges)
  const unlisted = pictures.filter(({ picture }) => picture?.isListed === false)
  const isPageChanged = hasUnpublishedChanges(page)
  const describe = (compared: readonly ComparedContent[]) => describeSelection(pictureType, compared.length)
  if (unpublished.length === 0 && !isPageChanged) {
    const hidden = unlisted.filter(({ entry }) => entry.sys.publishedVersion !== undefined)
    const sentences = [
      `Everything ${unsaved && 'that is saved '}is published.`,
      hidden.length > 0 && `Visitors do not see ${describe(hidden)}: not in the ${name}.`,
      unsaved,
    ]
    return sentences.filter(Boolean).join(' ')
  }
  const blocked = unpublished.filter(({ entry }) => findBlockingIssue(issues, entry.sys.id))
  const selected = unlisted.filter(({ entry }) => selection.entryIds.includes(entry.sys.id))
  const isPageLeftOut = isPageChanged && !selection.hasPage && selection.entryIds.length > 0
  const sentences = [
    `Not published: ${describeSelection(pictureType, unpublished.length, isPageChanged)}.`,
    selected.length > 0 && `Visitors do not see ${describe(selected)} of the selection: not in the ${name}.`,
    isPageLeftOut
      ? `Without the ${name}, visitors do not see its new order and new ${pictureType.name}s.`
      : 'What you do not select stays as it is.',
    blocked.length > 0 && `${describe(blocked)} cannot be published yet.`,
    unsaved,
  ]
  return sentences.filter(Boolean).join(' ')
}

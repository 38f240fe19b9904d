import './publishing.css'
import { Button, Checkbox, Note, Subheading, TextLink } from '@contentful/f36-components'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { Loading } from '#cms/photo-desk/loading.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { listPictures, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { getPictureCheck } from './check-pictures.ts'
import { describeSelection } from './describe-content.ts'
import { PageRow } from './page-row.tsx'
import { createPreviewUrl } from './preview-url.ts'
import { formatTime } from './publication-time.ts'
import type { ContentOutcome, PublishSelection } from './publish-content.ts'
import { type OpenDialog, PublishingDialogs } from './publishing-dialogs.tsx'
import { PublishingStatus } from './publishing-status.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { isUnpublished, type UnpublishedPicture } from './unpublished-content.ts'
import { UnpublishedPictureRow } from './unpublished-picture-row.tsx'
import { usePublishing } from './use-publishing.ts'
import { usePublishingData } from './use-publishing-data.ts'
import { useSelection } from './use-selection.ts'

/** What visitors do not see yet, and its publication now or at a time. */
export function PublishingView() {
  const { pictureType, sdk } = useWorkspace()
  const queryClient = useQueryClient()
  const { run, publish, dismiss } = usePublishing()
  const isRunning = run !== undefined && run.result === undefined
  const { spacePictures, content, check, scheduled, scheduledError, ownActions, describeChange, isLoading } =
    usePublishingData(isRunning)
  const { selection, selectableIds, selectedCount, blockedCount, isSelected, select } = useSelection({
    spacePictures,
    content,
    check,
  })
  const [dialog, setDialog] = useState<OpenDialog>()
  const [status, setStatus] = useState('')
  const [isPublishedShown, setIsPublishedShown] = useState(false)

  const pageId = spacePictures.page.sys.id
  const { entryIds, hasPage } = selection
  const description = describeSelection(pictureType, entryIds.length, hasPage)
  const isEmpty = entryIds.length === 0 && !hasPage
  const scheduledTimes = new Map(
    ownActions.map(({ entity, action, scheduledFor }) => [
      entity.sys.id,
      `scheduled: ${action} on ${formatTime(scheduledFor.datetime)}`,
    ]),
  )
  const previewUrl = createPreviewUrl(sdk.parameters.installation, getPagePath(pictureType.page.type) ?? '/')
  const published = getPublishedPictures()

  function getPublishedPictures(): readonly SpacePicture[] {
    const { listed, unlisted } = listPictures(spacePictures, pictureType)
    return [...listed, ...unlisted].filter((picture) => !isUnpublished(picture))
  }

  function start(content: PublishSelection): void {
    setStatus('')
    void publish(content, spacePictures.page)
  }

  function closeDialog(done?: string): void {
    setDialog(undefined)
    if (done !== undefined) setStatus(done)
  }

  async function refresh(): Promise<void> {
    setStatus('')
    await queryClient.invalidateQueries()
    setStatus('This is what Contentful has now.')
  }

  const renderRow = (picture: SpacePicture | UnpublishedPicture) => {
    const { id } = picture.entry.sys
    const outcome = run?.result?.pictures.get(id)
    const isOpen = 'changes' in picture
    const scheduledTime = scheduledTimes.get(id)
    return (
      <UnpublishedPictureRow
        key={id}
        picture={picture}
        details={[
          ...(isOpen ? [picture.changes.join(', '), `changed ${describeChange(picture.entry)}`] : []),
          ...(isOpen && !picture.isListed ? [`not in the ${pictureType.page.name}`] : []),
          ...(scheduledTime ? [scheduledTime] : []),
        ]}
        check={isOpen ? getPictureCheck(check, id) : { blocking: [], advice: [] }}
        failure={getFailure(outcome)}
        selection={isOpen ? { isSelected: isSelected(id), onChange: (value) => select([id], value) } : undefined}
        isDisabled={isRunning}
        onAction={(kind) => setDialog({ kind, picture })}
      />
    )
  }

  return (
    <div className="publishing">
      <div>
        <div className="publishing-header">
          <p>
            {content.pictures.length === 0 && !content.page
              ? 'Everything is published.'
              : `Not published: ${describeSelection(pictureType, content.pictures.length, content.page !== undefined)}. What you do not select stays a draft.`}
            {blockedCount > 0 && ` ${describeSelection(pictureType, blockedCount, false)} cannot be published yet.`}
          </p>
          <div className="publishing-actions">
            {previewUrl ? (
              <TextLink href={previewUrl} target="_blank" rel="noopener noreferrer">
                Preview the {pictureType.page.name}
              </TextLink>
            ) : (
              <small>
                To preview drafts here, an administrator enters the preview address of the site in the settings of this
                app.
              </small>
            )}
            <Button size="small" isDisabled={isRunning} onClick={refresh}>
              Refresh
            </Button>
          </div>
        </div>

        <PublishingStatus run={run} text={status} onDismiss={dismiss} />
      </div>

      {isLoading ? (
        <Loading />
      ) : (
        <>
          {(content.pictures.length > 0 || content.page) && (
            <section aria-label="Not published">
              <div className="publishing-bar">
                <Checkbox
                  isChecked={selectedCount > 0 && selectedCount === selectableIds.length}
                  isIndeterminate={selectedCount > 0 && selectedCount < selectableIds.length}
                  isDisabled={isRunning || selectableIds.length === 0}
                  onChange={(event) => select(selectableIds, event.target.checked)}
                >
                  Select all
                </Checkbox>
                <div className="publishing-actions">
                  <Button
                    className="publishing-wide-button"
                    isDisabled={isRunning || isEmpty}
                    onClick={() => setDialog({ kind: 'schedule' })}
                  >
                    Publish at a time …
                  </Button>
                  <Button
                    className="publishing-wide-button"
                    variant="positive"
                    isDisabled={isRunning || isEmpty}
                    isLoading={isRunning}
                    onClick={() => start(selection)}
                  >
                    {isEmpty ? 'Publish' : `Publish ${description}`}
                  </Button>
                </div>
              </div>
              <ul className="publishing-list" aria-label="Not published">
                {content.page && (
                  <PageRow
                    page={content.page}
                    check={check.page}
                    failure={getFailure(run?.result?.page)}
                    isSelected={isSelected(pageId)}
                    isDisabled={isRunning}
                    onSelect={(value) => select([pageId], value)}
                    lastChange={describeChange(spacePictures.page)}
                  />
                )}
                {content.pictures.map(renderRow)}
              </ul>
              {!hasPage && entryIds.length > 0 && content.page && (
                <p>
                  Without the {pictureType.page.name}, visitors do not see its new order and new {pictureType.name}s.
                </p>
              )}
            </section>
          )}

          {scheduledError && (
            <Note variant="negative" role="alert" title="What is scheduled cannot be shown">
              {scheduledError}
            </Note>
          )}
          {scheduled && <ScheduledList {...{ spacePictures, scheduled, ownActions }} />}

          <section aria-label="Published">
            <div className="publishing-header">
              <Subheading as="h2" marginBottom="none">
                Published
              </Subheading>
              <Button
                size="small"
                aria-expanded={isPublishedShown}
                onClick={() => setIsPublishedShown(!isPublishedShown)}
              >
                {isPublishedShown ? 'Hide' : 'Show'} {describeSelection(pictureType, published.length, false)}
              </Button>
            </div>
            {isPublishedShown && (
              <ul className="publishing-list" aria-label="Published">
                {published.map(renderRow)}
              </ul>
            )}
          </section>
        </>
      )}

      <PublishingDialogs
        {...{ dialog, spacePictures, selection }}
        result={run?.result}
        onPublish={start}
        onClose={closeDialog}
      />
    </div>
  )
}

const getFailure = (outcome: ContentOutcome | undefined): string | undefined =>
  outcome?.status === 'failed' ? outcome.message : undefined

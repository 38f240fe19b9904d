import { Button, Flex, Text } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { listPictureRows, matchesRowState } from '#cms/photo-desk/texts/picture-rows.ts'
import { type DuplicateDecision, FINISHED_STATUSES, type Upload } from './upload.ts'
import { countUploads, describeNextStep, describeProgress, describeStop } from './upload-summary.ts'

/** The progress of all uploads, what stops them or comes next, and actions for all. */
export function QueueHeader({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { uploads: queue, pictureType } = useWorkspace()
  const status = useStore(queue.status)
  const counts = countUploads(uploads)
  const isFinished = counts.unfinished === 0
  const isMissingTexts = useIsMissingTexts(uploads)
  const stop = isFinished ? '' : describeStop(status)
  const unfinished = uploads.filter((upload) => !FINISHED_STATUSES.has(upload.status))
  const cancelled = isFinished ? uploads : unfinished
  return (
    <Flex className="upload-header" data-stopped={stop !== ''} alignItems="center" gap="spacingXs" flexWrap="wrap">
      <Text
        fontWeight="fontWeightDemiBold"
        role="status"
        aria-busy={counts.active > 0} // screen readers read the result, and not each file
      >
        {describeProgress(counts)}
      </Text>
      <Flex key={String(isFinished)} gap="spacingXs">
        <MainAction uploads={uploads} isStopped={status.problem !== undefined} isMissingTexts={isMissingTexts} />
        <Button size="small" onClick={() => queue.cancel(cancelled.map(({ id }) => id))}>
          {isFinished ? 'Hide finished' : 'Cancel all'}
        </Button>
      </Flex>
      <div className="upload-message">
        {stop === '' ? describeNextStep(counts, pictureType, isMissingTexts) : <span role="alert">{stop}</span>}
      </div>
      {counts.duplicate > 1 && <DuplicateActions duplicates={uploads.filter(({ status }) => status === 'duplicate')} />}
    </Flex>
  )
}

/** Whether added pictures lack texts. */
function useIsMissingTexts(uploads: readonly Upload[]): boolean {
  const { pictureType, edits, getSpacePictures } = useWorkspace()
  const unsavedTexts = useStore(edits.store)
  const spacePictures = getSpacePictures()
  if (!spacePictures) return false // then none is added
  const addedIds = new Set(uploads.filter(({ isDone }) => isDone).map(({ entryId }) => entryId))
  return listPictureRows({ spacePictures, uploads, edits: unsavedTexts, pictureType }).some(
    (row) => addedIds.has(row.id) && matchesRowState(row, 'missing', pictureType),
  )
}

interface MainActionProps {
  readonly uploads: readonly Upload[]
  /** Whether all wait until the editor continues them. */
  readonly isStopped: boolean
  readonly isMissingTexts: boolean
}

/** What most editors do next with all uploads. It is one button, so that the focus stays when that changes. */
function MainAction({ uploads, isStopped, isMissingTexts }: MainActionProps) {
  const { uploads: queue } = useWorkspace()
  const { openView } = useViewNavigation()
  const { unfinished, active, paused, failed, done } = countUploads(uploads)
  const ids = uploads.map(({ id }) => id)
  const renderButton = (name: string, run: () => void, isPrimary = true) => (
    <Button size="small" variant={isPrimary ? 'primary' : 'secondary'} onClick={run}>
      {name}
    </Button>
  )
  if (unfinished === 0) {
    if (done === 0) return null
    return isMissingTexts
      ? renderButton('Write texts', () => openView('texts'))
      : renderButton('Publish', () => openView('publish'))
  }
  if (isStopped) return renderButton('Continue', () => queue.resume([]))
  if (active > 0) return renderButton('Pause all', () => queue.pause(ids), false)
  if (paused > 0) return renderButton('Resume all', () => queue.resume(ids))
  return failed > 0 && renderButton('Retry all', () => queue.resume(ids))
}

/** The same decision for all duplicates. */
function DuplicateActions({ duplicates }: { readonly duplicates: readonly Upload[] }) {
  const { uploads: queue } = useWorkspace()
  const replaceable = duplicates.filter(({ duplicate }) => duplicate?.entryId !== undefined)
  const renderDecision = (decision: DuplicateDecision, name: string, decided: readonly Upload[]) =>
    decided.length > 0 && (
      <Button
        size="small"
        onClick={() => {
          for (const { id } of decided) queue.decide(id, decision)
        }}
      >
        {name}
      </Button>
    )
  return (
    <Flex fullWidth alignItems="center" gap="spacingXs" flexWrap="wrap">
      <Text>{duplicates.length} files are already there:</Text>
      {renderDecision('skip', 'Skip all', duplicates)}
      {renderDecision(
        'replace',
        `Replace ${replaceable.length === duplicates.length ? 'all' : replaceable.length}`,
        replaceable,
      )}
      {renderDecision('add', 'Add all anyway', duplicates)}
    </Flex>
  )
}

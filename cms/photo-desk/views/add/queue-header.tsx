import { Flex, Text } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { useIsOffline } from '#cms/photo-desk/components/save-status.tsx'
import { FINISHED_STATUSES, type Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import {
  countUploads,
  describeBlockage,
  describeNextStep,
  describeProgress,
} from '#cms/photo-desk/state/uploads/upload-summary.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface QueueHeaderProps {
  readonly uploads: readonly Upload[]
}

const toIds = (uploads: readonly Upload[]) => uploads.map(({ id }) => id)

/** The progress of all uploads, what stops them or comes next, and actions for all. */
export function QueueHeader({ uploads }: QueueHeaderProps) {
  const { uploads: queue, pictureType } = useWorkspace()
  const counts = countUploads(uploads)
  const isFinished = counts.unfinished === 0
  const status = useStore(queue.status)
  const isOffline = useIsOffline()
  const blockage = isFinished ? '' : describeBlockage(status, isOffline)
  const cancelled = uploads.filter((upload) => isFinished || !FINISHED_STATUSES.has(upload.status))
  return (
    <Flex className="upload-header" data-stopped={blockage !== ''} alignItems="center" gap="spacingXs" flexWrap="wrap">
      <Text
        fontWeight="fontWeightDemiBold"
        role="status"
        aria-busy={counts.active > 0} // screen readers read the result, and not each file
      >
        {describeProgress(counts)}
      </Text>
      <Flex key={String(isFinished)} gap="spacingXs">
        <MainAction uploads={uploads} />
        <Button onClick={() => queue.cancel(toIds(cancelled))}>{isFinished ? 'Hide finished' : 'Cancel all'}</Button>
      </Flex>
      <div className="upload-message">
        {blockage === '' ? describeNextStep(counts, pictureType) : <span role="alert">{blockage}</span>}
      </div>
      <DuplicateActions uploads={uploads} isEqual />
      <DuplicateActions uploads={uploads} isEqual={false} />
    </Flex>
  )
}

/** What most editors do next with all uploads. It is one button, so that the focus stays when that changes. */
function MainAction({ uploads }: QueueHeaderProps) {
  const { uploads: queue, openView } = useWorkspace()
  const isStopped = useStore(queue.status, ({ problem }) => problem !== undefined)
  const { unfinished, active, failed, done } = countUploads(uploads)
  const renderButton = (name: string, run: () => void, variant: 'primary' | 'secondary' = 'primary') => (
    <Button variant={variant} onClick={run}>
      {name}
    </Button>
  )
  if (unfinished === 0) return done > 0 && renderButton('Write texts', () => openView('texts'))
  if (isStopped) return renderButton('Continue', () => queue.resume([]))
  if (active > 0) return renderButton('Write texts', () => openView('texts'), 'secondary')
  return failed > 0 && renderButton('Retry all', () => queue.resume(toIds(uploads)))
}

/** The same decision for all files that are the same as others (`isEqual`), or for all that only look like others. */
function DuplicateActions({ uploads, isEqual }: QueueHeaderProps & { readonly isEqual: boolean }) {
  const { uploads: queue } = useWorkspace()
  const all = uploads.filter(
    ({ status, duplicate }) => status === 'duplicate' && (duplicate?.isEqual ?? false) === isEqual,
  )
  if (all.length < 2) return null
  const replaceable = all.filter(({ duplicate }) => duplicate?.entryId !== undefined)
  const replacedCount = replaceable.length === all.length ? 'all' : replaceable.length
  const text = `${all.length} files ${isEqual ? 'are the same as others' : 'look like others'}:`
  return (
    <Flex role="group" aria-label={text} fullWidth alignItems="center" gap="spacingXs" flexWrap="wrap">
      <Text>{text}</Text>
      <Button onClick={() => queue.decide(toIds(all), 'skip')}>Skip all</Button>
      {replaceable.length > 0 && (
        <Button onClick={() => queue.decide(toIds(replaceable), 'replace')}>Replace {replacedCount}</Button>
      )}
      <Button onClick={() => queue.decide(toIds(all), 'add')}>Add all anyway</Button>
    </Flex>
  )
}

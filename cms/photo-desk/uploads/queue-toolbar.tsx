import { Button, Flex, Text } from '@contentful/f36-components'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { ACTIVE_STATUSES, type DuplicateDecision, FINISHED_STATUSES, type Upload, type UploadStatus } from './upload.ts'
import { describeProgress, type UploadCounts } from './upload-summary.ts'

interface QueueToolbarProps {
  readonly uploads: readonly Upload[]
  readonly counts: UploadCounts
}

/** The progress of all uploads, and actions for all. */
export function QueueToolbar({ uploads, counts }: QueueToolbarProps) {
  const { uploads: queue } = useWorkspace()
  const listIds = (...statuses: readonly UploadStatus[]) =>
    uploads.filter(({ status }) => statuses.includes(status)).map(({ id }) => id)
  const actions = [
    { name: 'Pause all', count: counts.active, run: () => queue.pause(listIds(...ACTIVE_STATUSES)) },
    { name: 'Resume all', count: counts.paused, run: () => queue.resume(listIds('paused')) },
    { name: 'Retry all', count: counts.failed, run: () => queue.resume(listIds('failed')) },
    {
      name: 'Cancel all',
      count: counts.active + counts.paused + counts.failed + counts.duplicate,
      run: () => queue.cancel(listIds(...ACTIVE_STATUSES, 'paused', 'failed', 'duplicate')),
    },
    {
      name: 'Hide finished',
      count: counts.done + counts.rejected,
      run: () => queue.cancel(listIds(...FINISHED_STATUSES)),
    },
  ]
  return (
    <Flex className="upload-toolbar" justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacingS">
      <Text
        fontWeight="fontWeightDemiBold"
        role="status"
        aria-busy={counts.active > 0} // screen readers read the result, and not each file
        className="upload-summary"
      >
        {describeProgress(counts)}
      </Text>
      <Flex gap="spacingXs" flexWrap="wrap">
        {actions
          .filter(({ count }) => count > 0)
          .map(({ name, run }) => (
            <Button key={name} size="small" onClick={run}>
              {name}
            </Button>
          ))}
      </Flex>
      {counts.duplicate > 1 && <DuplicateActions uploads={uploads.filter(({ status }) => status === 'duplicate')} />}
    </Flex>
  )
}

/** The same decision for all duplicates. */
function DuplicateActions({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { uploads: queue } = useWorkspace()
  const decide = (decision: DuplicateDecision, decided: readonly Upload[]) => {
    for (const { id } of decided) queue.decide(id, decision)
  }
  const replaceable = uploads.filter(({ duplicate }) => duplicate?.entryId !== undefined)
  return (
    <Flex className="upload-duplicate-actions" alignItems="center" gap="spacingXs" flexWrap="wrap">
      <Text>{uploads.length} files are already there:</Text>
      <Button size="small" onClick={() => decide('skip', uploads)}>
        Skip all
      </Button>
      {replaceable.length > 0 && (
        <Button size="small" onClick={() => decide('replace', replaceable)}>
          Replace {replaceable.length === uploads.length ? 'all' : replaceable.length}
        </Button>
      )}
      <Button size="small" onClick={() => decide('add', uploads)}>
        Add all anyway
      </Button>
    </Flex>
  )
}

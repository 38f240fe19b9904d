import { Button, Flex, Text } from '@contentful/f36-components'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { ACTIVE_STATUSES, type DuplicateDecision, FINISHED_STATUSES, type Upload, type UploadStatus } from './upload.ts'
import { countUploads, describeProgress } from './upload-summary.ts'

/** The progress of all uploads, and actions for all. */
export function QueueToolbar({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { uploads: queue } = useWorkspace()
  const counts = countUploads(uploads)
  const select = (matches: (status: UploadStatus) => boolean) => uploads.filter(({ status }) => matches(status))
  const actions = [
    { name: 'Pause all', selected: select((status) => ACTIVE_STATUSES.has(status)), run: queue.pause },
    { name: 'Resume all', selected: select((status) => status === 'paused'), run: queue.resume },
    { name: 'Retry all', selected: select((status) => status === 'failed'), run: queue.resume },
    { name: 'Cancel all', selected: select((status) => !FINISHED_STATUSES.has(status)), run: queue.cancel },
    { name: 'Hide finished', selected: select((status) => FINISHED_STATUSES.has(status)), run: queue.cancel },
  ]
  return (
    <Flex className="upload-toolbar" justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacingS">
      <Text
        fontWeight="fontWeightDemiBold"
        role="status"
        aria-busy={counts.active > 0} // screen readers read the result, and not each file
      >
        {describeProgress(counts)}
      </Text>
      <Flex gap="spacingXs" flexWrap="wrap">
        {actions
          .filter(({ selected }) => selected.length > 0)
          .map(({ name, selected, run }) => (
            <Button key={name} size="small" onClick={() => run(selected.map(({ id }) => id))}>
              {name}
            </Button>
          ))}
      </Flex>
      {counts.duplicate > 1 && <DuplicateActions uploads={select((status) => status === 'duplicate')} />}
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
    <Flex fullWidth alignItems="center" gap="spacingXs" flexWrap="wrap">
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

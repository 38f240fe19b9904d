import { Button, Flex, Note, Text } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { PictureRow } from './picture-rows.ts'

/** Says how many pictures have unsaved texts. */
export function SaveStatus() {
  const { edits, pictureType } = useWorkspace()
  const unsaved = useStore(edits.store)
  const statuses = [...unsaved.values()].map(({ status }) => status)
  const failed = statuses.filter((status) => status === 'failed').length
  const conflicts = statuses.filter((status) => status === 'conflict').length
  const saving = statuses.length - failed - conflicts
  const formatCount = (count: number) => `${count} ${pictureType.name}${count === 1 ? '' : 's'}`

  const messages = [
    saving > 0 ? `Saving ${formatCount(saving)} …` : [],
    failed > 0 ? `Not saved: ${formatCount(failed)}` : [],
    conflicts > 0 ? `Changed by somebody else too: ${formatCount(conflicts)}` : [],
  ].flat()
  return (
    <Flex className="texts-save-status" alignItems="center" gap="spacingXs">
      <Text role="status" fontColor={failed > 0 ? 'red700' : 'gray700'}>
        {messages.join('. ') || 'All texts are saved'}
      </Text>
      {failed > 0 && (
        <Button size="small" onClick={() => void edits.saveAll()}>
          Retry all
        </Button>
      )}
    </Flex>
  )
}

/** Unsaved texts of pictures that somebody else has deleted or archived, so that they can be copied. */
export function LostPictures({ rows }: { readonly rows: readonly PictureRow[] }) {
  const { edits, pictureType } = useWorkspace()
  const unsaved = useStore(edits.store)
  const rowIds = new Set(rows.map(({ id }) => id))
  const lost = [...unsaved].filter(
    ([id, { status }]) => (status === 'failed' || status === 'conflict') && !rowIds.has(id),
  )
  return lost.map(([id, { values, error }]) => (
    <Note key={id} variant="warning" title={`A ${pictureType.name} with unsaved texts is not in the list any more`}>
      <p>{error ?? 'Somebody else has changed this meanwhile'}. Your texts:</p>
      <ul>
        {Object.entries(values).map(([field, text]) => (
          <li key={field}>{text ?? 'empty'}</li>
        ))}
      </ul>
      <Button size="small" onClick={() => edits.discard(id)}>
        Discard these texts
      </Button>
    </Note>
  ))
}

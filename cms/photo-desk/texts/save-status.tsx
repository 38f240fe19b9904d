import { Button, Flex, Note, Text } from '@contentful/f36-components'
import { WarningIcon } from '@contentful/f36-icons'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { EntryValues } from '#cms/photo-desk/space/space-pictures.ts'
import { FINISHED_STATUSES } from '#cms/photo-desk/uploads/upload.ts'
import type { PictureRow } from './picture-rows.ts'

/** Whether the browser has no connection. */
export const useIsOffline = (): boolean => useSyncExternalStore(watchConnection, () => !navigator.onLine)

function watchConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Says where the texts are: saved, only in this browser, or in conflict. */
export function SaveStatus() {
  const { edits, uploads, pictureType } = useWorkspace()
  const unsaved = useStore(edits.store)
  const queue = useStore(uploads.store)
  const isOffline = useIsOffline()
  const statuses = [...unsaved.values()].map(({ status }) => status)
  const failed = statuses.filter((status) => status === 'failed').length
  const conflicts = statuses.filter((status) => status === 'conflict').length
  const saving = statuses.length - failed - conflicts
  const added = queue.filter(({ status, values }) => !FINISHED_STATUSES.has(status) && hasTexts(values)).length
  const formatCount = (count: number) => `${count} ${pictureType.name}${count === 1 ? '' : 's'}`

  const messages = [
    isOffline ? describeOffline(edits.hasUnkeptChanges()) : [],
    !isOffline && saving > 0 ? `Saving ${formatCount(saving)} …` : [],
    !isOffline && failed > 0 ? `Not saved: ${formatCount(failed)}.` : [],
    conflicts > 0 ? `Changed by somebody else too: ${formatCount(conflicts)}.` : [],
    added > 0 ? `Saved when they are added: ${formatCount(added)}.` : [],
  ].flat()
  return (
    <Flex className="texts-save-status" alignItems="center" gap="spacingXs">
      {isOffline && <WarningIcon aria-hidden="true" />}
      <Text role="status" fontColor={failed > 0 && !isOffline ? 'red700' : 'gray700'}>
        {messages.join(' ') || 'All texts are saved'}
      </Text>
      {failed > 0 && !isOffline && (
        <Button size="small" onClick={() => void edits.saveAll()}>
          Retry all
        </Button>
      )}
    </Flex>
  )
}

const describeOffline = (hasUnkeptChanges: boolean) =>
  hasUnkeptChanges
    ? 'There is no connection, and your browser cannot keep your texts. Leave this page open until they are saved.'
    : 'There is no connection. Your texts are kept in this browser and saved when it is back.'

const hasTexts = (values: EntryValues) => Object.values(values).some((value) => value !== null)

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

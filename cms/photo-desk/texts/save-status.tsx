import { Button, Flex, Note, Text } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { FINISHED_STATUSES } from '#cms/photo-desk/uploads/upload.ts'
import type { PictureRow } from './picture-rows.ts'

/** Whether the browser has no connection. */
export const useIsOffline = (): boolean => useStore(useWorkspace().uploads.status, ({ isOffline }) => isOffline)

interface SaveStatusProps {
  /** What is said before it, unless something is not saved. */
  readonly message?: string
  /** A button beside it. */
  readonly button?: ReactNode
}

/** Says where the texts are: saved, only in this browser, or in conflict. */
export function SaveStatus({ message = '', button }: SaveStatusProps) {
  const { edits, uploads, pictureType } = useWorkspace()
  const unsaved = useStore(edits.store)
  const queue = useStore(uploads.store)
  const isOffline = useIsOffline()
  const {
    failed = [],
    conflict = [],
    saving = [],
  } = Object.groupBy(unsaved.values(), ({ status }) => (status === 'pending' ? 'saving' : status))
  const added = queue.filter(
    ({ status, values }) => !FINISHED_STATUSES.has(status) && Object.values(values).some(Boolean),
  ).length
  const formatCount = (count: number) => `${count} ${pictureType.name}${count === 1 ? '' : 's'}`
  const problems = [
    ...[...Map.groupBy(failed, ({ error }) => error)].map(
      ([error, { length }]) => `Not saved: ${error} (${formatCount(length)}).`,
    ),
    conflict.length > 0 ? `Changed by somebody else too: ${formatCount(conflict.length)}.` : [],
  ].flat()
  const messages = [
    saving.length > 0 ? `Saving ${formatCount(saving.length)} …` : [],
    added > 0 ? `Saved when they are added: ${formatCount(added)}.` : [],
  ].flat()
  const status = isOffline ? describeOffline(edits.hasUnkeptChanges()) : messages.join(' ') || 'All texts are saved'
  const hasProblems = problems.length > 0 && !isOffline
  return (
    <Flex gap="spacingXs" alignItems="start">
      <div className="desk-bar-text">
        <Text role="status">{!hasProblems && `${message} `}</Text>
        <Text role="status" fontColor="gray700">
          {!hasProblems && status}
        </Text>
        {hasProblems && (
          <Text role="alert" fontColor="red700">
            {problems.join(' ')}
          </Text>
        )}
      </div>
      <div className="desk-bar-buttons">
        {hasProblems && failed.length > 0 && (
          <Button size="small" onClick={() => void edits.saveAll()}>
            Retry
          </Button>
        )}
        {button}
      </div>
    </Flex>
  )
}

const describeOffline = (hasUnkeptChanges: boolean) =>
  hasUnkeptChanges
    ? 'There is no connection, and your browser cannot keep your texts. Leave this page open until they are saved.'
    : 'There is no connection. Your texts are kept in this browser and saved when it is back.'

/** Unsaved texts of pictures that somebody else has deleted or archived, so that they can be copied. */
export function LostPictures({ rows }: { readonly rows: readonly PictureRow[] }) {
  const { edits, pictureType } = useWorkspace()
  const unsaved = useStore(edits.store)
  const rowIds = new Set(rows.map(({ id }) => id))
  const lost = [...unsaved].filter(
    ([id, { status }]) => (status === 'failed' || status === 'conflict') && !rowIds.has(id),
  )
  return lost.map(([id, { values, status, error }]) => (
    <Note key={id} variant="warning" title={`A ${pictureType.name} with unsaved texts is not in the list any more`}>
      {status === 'failed' ? error : 'Somebody else has changed this meanwhile'}. Your texts:
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

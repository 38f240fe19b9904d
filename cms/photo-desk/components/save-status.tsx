import { Flex, Text } from '@contentful/f36-components'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { hasText } from '#cms/photo-desk/state/edits/entry-edit.ts'
import { describeSelection } from '#cms/photo-desk/state/publication/describe-content.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { Button } from './button.tsx'

/** Whether the browser has no connection. */
export const useIsOffline = (): boolean =>
  !useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline())

interface SaveStatusProps {
  /** What is said before it, unless something is not saved. */
  readonly message?: string
  readonly button?: ReactNode
}

/** Says where the texts are: saved, only in this browser, or in conflict. */
export function SaveStatus({ message = '', button }: SaveStatusProps) {
  const { edits, uploads, pictureType } = useWorkspace()
  const unsaved = useStore(edits.store)
  const queue = useStore(uploads.store)
  const isOffline = useIsOffline()
  const addingIds = new Set(queue.flatMap(({ id, isDone }) => (isDone ? [] : [id])))
  const { failed = [], ...groups } = Object.groupBy(
    [...unsaved].map(([key, edit]) => ({ ...edit, isAdding: addingIds.has(key) })),
    ({ status, isAdding }) => (status === 'pending' || status === 'saving' ? (isAdding ? 'adding' : 'saving') : status),
  )
  const formatCount = (count: number) => describeSelection(pictureType, count)
  const describe = (text: string, { length }: ArrayLike<unknown> = []) =>
    length > 0 && `${text}: ${formatCount(length)}.`
  const failures = Map.groupBy(failed, ({ error }) => error)
  const problems = [
    ...Array.from(failures, ([error, { length }]) => `Not saved: ${error} (${formatCount(length)}).`),
    describe('Changed elsewhere too', groups.conflict),
  ].filter(Boolean)
  const messages = [
    groups.saving && `Saving ${formatCount(groups.saving.length)} …`,
    describe('Saved when they are added', groups.adding),
    describe('Not added, with texts', groups.removed?.filter(hasText)),
  ].filter(Boolean)
  const status = isOffline
    ? describeOffline(edits.hasUnpersistedChanges())
    : messages.join(' ') || 'All texts are saved'
  const hasProblems = problems.length > 0 && !isOffline
  return (
    <Flex flexWrap="wrap" gap="spacingXs" alignItems="start">
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
        {hasProblems && failed.length > 0 && <Button onClick={() => void edits.saveAll()}>Retry</Button>}
        {button}
      </div>
    </Flex>
  )
}

const describeOffline = (hasUnpersistedChanges: boolean) =>
  hasUnpersistedChanges
    ? 'There is no connection, and your browser cannot keep your texts. Leave this page open until they are saved.'
    : 'There is no connection. Your texts are kept in this browser and saved when it is back.'

import { Flex, Text } from '@contentful/f36-components'
import { useState } from 'react'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getFieldName, listTextColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { AlertNote } from './alert-note.tsx'
import { Button } from './button.tsx'
import { PublicationBadge } from './publication-badge.tsx'
import { useIsOffline } from './save-status.tsx'

/** The publish state of a picture, and whether its texts are saved. */
export function RowStatus({ row: { edit, state } }: { readonly row: DeskPicture }) {
  const [hasChanged, setHasChanged] = useState(false)
  if (edit && !hasChanged) setHasChanged(true)
  const isOffline = useIsOffline()
  const isWaiting = edit && edit.status !== 'conflict' && (isOffline || state === 'adding')
  const isSaving = edit?.status === 'pending' || edit?.status === 'saving'
  const unsaved = isWaiting ? 'Not saved yet' : isSaving ? 'Saving …' : 'Not saved'
  const saved = hasChanged ? '✓ Saved' : ''
  return (
    <Flex flexDirection="column" alignItems="flex-start" gap="spacing2Xs">
      <PublicationBadge state={state} />
      <Text as="div" className="text-message" fontSize="fontSizeS" fontColor={edit?.error ? 'red700' : 'gray700'}>
        {edit ? unsaved : saved}
      </Text>
    </Flex>
  )
}

interface ConflictProps {
  readonly row: DeskPicture
  /** Moves the focus to the text of a field: the buttons disappear. */
  readonly onChoose: (field: string) => void
}

/** How a conflict names both values, and the choice between them. */
const OTHER_EDITOR = {
  title: 'Somebody else has changed this meanwhile',
  mine: { name: 'Your', choice: 'Keep mine' },
  theirs: { name: 'Their', choice: 'Take theirs' },
}
/** After a crash, the browser can have stored an older text than the last one that was sent. */
const OTHER_TAB: typeof OTHER_EDITOR = {
  title: 'You have saved this differently, in another tab or browser or before this page was closed',
  mine: { name: 'Here, the', choice: 'Keep what is here' },
  theirs: { name: 'Saved, the', choice: 'Take what is saved' },
}

/** Shows both texts of a conflict, and saves the one that is chosen. */
export function Conflict({ row: { id, name, edit }, onChoose }: ConflictProps) {
  const { edits, pictureType } = useWorkspace()
  if (edit?.status !== 'conflict') return null
  const { values, theirs = {}, isTheirsOwn } = edit
  const words = isTheirsOwn ? OTHER_TAB : OTHER_EDITOR
  const columns = listTextColumns(pictureType)
  const column = columns.find(({ field }) => field in theirs) ?? columns[0]
  const renderChoice = (choice: 'mine' | 'theirs') => (
    <Button
      aria-label={`${words[choice].choice} for ${name}`}
      onClick={() => {
        edits.resolveConflict(id, choice)
        if (column) onChoose(column.field)
      }}
    >
      {words[choice].choice}
    </Button>
  )
  return (
    <AlertNote variant="warning" title={words.title}>
      {Object.entries(theirs).map(([field, value]) => {
        const name = getFieldName(pictureType, field).toLowerCase()
        return (
          <Text key={field} as="p" marginBottom="spacingXs">
            <strong>{`${words.mine.name} ${name}:`}</strong> {values[field] ?? 'empty'}
            <br />
            <strong>{`${words.theirs.name} ${name}:`}</strong> {value ?? 'empty'}
          </Text>
        )
      })}
      <Flex flexWrap="wrap" gap="spacingXs">
        {renderChoice('mine')}
        {renderChoice('theirs')}
      </Flex>
    </AlertNote>
  )
}

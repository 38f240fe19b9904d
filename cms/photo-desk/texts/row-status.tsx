import { Button, ButtonGroup, Flex, Note, Text } from '@contentful/f36-components'
import { useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { PictureRow } from './picture-rows.ts'
import { useIsOffline } from './save-status.tsx'
import type { TextColumn } from './text-columns.ts'

const SAVE_STATES = { pending: 'Saving …', saving: 'Saving …', failed: 'Not saved', conflict: 'Not saved' } as const

/** The publish state of a picture, and whether its texts are saved. */
export function RowStatus({ row: { edit, state } }: { readonly row: PictureRow }) {
  const [hasChanged, setHasChanged] = useState(false)
  if (edit && !hasChanged) setHasChanged(true)
  const isWaiting = useIsOffline() && edit && edit.status !== 'conflict'
  const saved = hasChanged ? '✓ Saved' : ''
  return (
    <Flex flexDirection="column" alignItems="flex-start" gap="spacing2Xs">
      <PublicationBadge state={state} />
      <Text as="div" className="text-message" fontSize="fontSizeS" fontColor={edit?.error ? 'red700' : 'gray700'}>
        {isWaiting ? 'Not saved yet' : edit ? SAVE_STATES[edit.status] : saved}
      </Text>
    </Flex>
  )
}

interface ConflictProps {
  readonly row: PictureRow
  readonly columns: readonly TextColumn[]
}

/** Shows the texts of both editors, and saves the one that is chosen. */
export function Conflict({ row: { id, name, edit }, columns }: ConflictProps) {
  const { edits } = useWorkspace()
  if (edit?.status !== 'conflict') return null
  const names = new Map(columns.map(({ field, label }) => [field, label.toLowerCase()]))
  return (
    <div role="alert">
      <Note variant="warning" title="Somebody else has changed this meanwhile">
        {Object.entries(edit.theirs ?? {}).map(([field, theirs]) => (
          <Text key={field} as="p" marginBottom="spacingXs">
            <strong>Your {names.get(field) ?? 'focal point'}:</strong> {edit.values[field] ?? 'empty'}
            <br />
            <strong>Their {names.get(field) ?? 'focal point'}:</strong> {theirs ?? 'empty'}
          </Text>
        ))}
        <ButtonGroup variant="spaced" spacing="spacingXs">
          <Button size="small" aria-label={`Keep mine for ${name}`} onClick={() => edits.resolveConflict(id, 'mine')}>
            Keep mine
          </Button>
          <Button
            size="small"
            aria-label={`Take theirs for ${name}`}
            onClick={() => edits.resolveConflict(id, 'theirs')}
          >
            Take theirs
          </Button>
        </ButtonGroup>
      </Note>
    </div>
  )
}

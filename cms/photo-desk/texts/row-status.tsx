import { Button, ButtonGroup, Flex, Note, Spinner, Text } from '@contentful/f36-components'
import { useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { PictureRow } from './picture-rows.ts'
import { useIsOffline } from './save-status.tsx'
import type { TextColumn } from './text-columns.ts'

/** The publish state of a picture, and whether its texts are saved. */
export function RowStatus({ row: { id, edit, state } }: { readonly row: PictureRow }) {
  const { edits } = useWorkspace()
  const [hasChanged, setHasChanged] = useState(false)
  if (edit && !hasChanged) setHasChanged(true)
  const isOffline = useIsOffline()
  const status = isOffline && edit && edit.status !== 'conflict' ? 'waiting' : edit?.status
  return (
    <Flex flexWrap="wrap" gap="spacingXs">
      <PublicationBadge state={state} />
      <Text fontSize="fontSizeS">
        {status === 'waiting' && 'Not saved yet'}
        {(status === 'pending' || status === 'saving') && (
          <>
            <Spinner size="small" customSize={14} /> Saving …
          </>
        )}
        {!status && hasChanged && '✓ Saved'}
      </Text>
      {status === 'failed' && (
        <div role="alert">
          <Text fontColor="red700" fontSize="fontSizeS" isWordBreak>
            Not saved: {edit?.error}.
          </Text>
          <Button size="small" onClick={() => void edits.save(id)}>
            Retry
          </Button>
        </div>
      )}
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

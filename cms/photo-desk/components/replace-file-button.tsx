import { TextLink } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { describeReplacement } from '#cms/photo-desk/state/uploads/upload-summary.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { FileButton } from './file-button.tsx'

interface ReplaceFileButtonProps {
  readonly entryId: string
  /** The name of the picture, for users of screen readers. */
  readonly title: string
}

/** Gives a picture another file, and tells what has become of it. Its place and texts stay. */
export function ReplaceFileButton({ entryId, title }: ReplaceFileButtonProps) {
  const { uploads, openView } = useWorkspace()
  const upload = useStore(uploads.store, (all) => all.findLast(({ replacedEntryId }) => replacedEntryId === entryId))
  return (
    <div>
      <FileButton
        size="small"
        aria-label={`Replace the file … ${title}`}
        inputLabel={`New file of ${title}`}
        onFiles={([file]) => file && uploads.replaceFile(entryId, file)}
      >
        Replace the file …
      </FileButton>
      <span role="status"> {upload && describeReplacement(upload)}</span>{' '}
      {upload && upload.status !== 'done' && (
        <TextLink as="button" onClick={() => openView('add')}>
          See Add
        </TextLink>
      )}
    </div>
  )
}

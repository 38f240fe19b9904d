import { TextLink } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { FileButton } from '#cms/photo-desk/file-button.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useOpenView } from '#cms/photo-desk/space/view-navigation.ts'
import { describeReplacement } from './upload-summary.ts'

interface ReplaceFileButtonProps {
  readonly entryId: string
  /** The name of the picture, for users of screen readers. */
  readonly title: string
}

/** Gives a picture another file, and tells what has become of it. Its place and texts stay. */
export function ReplaceFileButton({ entryId, title }: ReplaceFileButtonProps) {
  const { uploads } = useWorkspace()
  const openView = useOpenView()
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

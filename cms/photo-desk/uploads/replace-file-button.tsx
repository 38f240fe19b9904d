import { Button, TextLink } from '@contentful/f36-components'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useOpenView } from '#cms/photo-desk/space/view-navigation.ts'
import { describeReplacement } from './upload-summary.ts'

interface ReplaceFileButtonProps {
  readonly entryId: string
  /** The name of the picture, for users of screen readers. */
  readonly title: string
}

const LABEL = 'Replace the file …'

/** Gives a picture another file, and tells what has become of it. Its place and texts stay. */
export function ReplaceFileButton({ entryId, title }: ReplaceFileButtonProps) {
  const { uploads } = useWorkspace()
  const openView = useOpenView()
  const input = useRef<HTMLInputElement>(null)
  const upload = useStore(uploads.store, (all) => all.findLast(({ replacedEntryId }) => replacedEntryId === entryId))
  return (
    <div>
      <Button size="small" aria-label={`${LABEL} ${title}`} onClick={() => input.current?.click()}>
        {LABEL}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`New file of ${title}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) uploads.replaceFile(entryId, file)
          currentTarget.value = '' // so that the same file can be selected again
        }}
      />
      <span role="status"> {upload && describeReplacement(upload)}</span>{' '}
      {upload && upload.status !== 'done' && (
        <TextLink as="button" onClick={() => openView('add')}>
          See Add
        </TextLink>
      )}
    </div>
  )
}

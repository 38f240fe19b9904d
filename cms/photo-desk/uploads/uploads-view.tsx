import { Note } from '@contentful/f36-components'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { TextsFileDialog } from '#cms/photo-desk/texts/texts-file-dialog.tsx'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { DropZone } from './drop-zone.tsx'
import { QueueNotes } from './queue-notes.tsx'
import { QueueToolbar } from './queue-toolbar.tsx'
import type { SelectedFiles } from './read-dropped-files.ts'
import { UploadRow } from './upload-row.tsx'
import { countUploads } from './upload-summary.ts'
import './uploads.css'

/** Describes what is not added of the selected files; `undefined` if all are. */
function describeMissingFiles({ pictures, texts, unreadable }: SelectedFiles, { name }: PictureType) {
  if (unreadable.length > 0)
    return `The browser cannot open ${unreadable.join(', ')}. Check that you are allowed to read it, then add it again.`
  return pictures.length + texts.length === 0 ? `There is no ${name} in it.` : undefined
}

/** The view that adds pictures. */
export function UploadsView() {
  const { uploads: queue, pictureType } = useWorkspace()
  const uploads = useStore(queue.store)
  const [textsFiles, setTextsFiles] = useState<readonly File[]>([])
  const [hint, setHint] = useState<string>()
  const counts = countUploads(uploads)
  const [textsFile] = textsFiles

  const addFiles = (files: SelectedFiles) => {
    queue.addFiles(files.pictures)
    setTextsFiles((waiting) => [...waiting, ...files.texts])
    setHint(describeMissingFiles(files, pictureType))
  }
  return (
    <div className="uploads-view">
      <DropZone pictureType={pictureType} isCompact={uploads.length > 0} onFiles={addFiles} />
      {hint !== undefined && (
        <div role="status">
          <Note variant="primary" withCloseButton onClose={() => setHint(undefined)}>
            {hint}
          </Note>
        </div>
      )}
      {textsFile && (
        <TextsFileDialog
          key={textsFiles.length}
          file={textsFile}
          onClose={() => setTextsFiles((waiting) => waiting.slice(1))}
        />
      )}
      <QueueNotes counts={counts} />
      {uploads.length > 0 && (
        <div className="upload-panel">
          <QueueToolbar uploads={uploads} counts={counts} />
          <ul className="upload-list" aria-label="Files">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

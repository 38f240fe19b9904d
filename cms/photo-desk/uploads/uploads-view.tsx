import { Note } from '@contentful/f36-components'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '#cms/photo-desk/space/desk.ts'
import { TextsFileDialog } from '#cms/photo-desk/texts/texts-file-dialog.tsx'
import { DropZone } from './drop-zone.tsx'
import { QueueNotes } from './queue-notes.tsx'
import { QueueToolbar } from './queue-toolbar.tsx'
import type { SelectedFiles } from './read-dropped-files.ts'
import { UploadRow } from './upload-row.tsx'
import { countUploads } from './upload-summary.ts'
import './uploads.css'

/** The view that adds pictures. */
export function UploadsView() {
  const { uploads: queue, pictureType } = useDesk()
  const uploads = useStore(queue.store)
  const [textsFile, setTextsFile] = useState<File>()
  const [hint, setHint] = useState<string>()
  const counts = countUploads(uploads)

  const addFiles = ({ pictures, texts }: SelectedFiles) => {
    queue.addFiles(pictures)
    setTextsFile(texts[0])
    setHint(pictures.length + texts.length === 0 ? `There is no ${pictureType.name} in it.` : undefined)
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
      {textsFile && <TextsFileDialog file={textsFile} onClose={() => setTextsFile(undefined)} />}
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

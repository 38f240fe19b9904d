import { use, useState } from 'react'
import { getAssetFile } from './api/entity-requests.ts'
import { formatError } from './api/format-error.ts'
import { StatusContext } from './components/status-context.ts'
import type { FieldControlProps } from './field-controls.tsx'

interface AssetUploadProps {
  readonly label?: string
  readonly isMultiple: boolean
  readonly upload: (file: File) => Promise<unknown>
}

/** Uploads the files that are chosen, or dropped on the input, one after the other. Names those that are refused. */
export function AssetUpload({ label = 'Upload', isMultiple, upload }: AssetUploadProps) {
  const [messages, setMessages] = useState<readonly string[]>([])
  const showStatus = use(StatusContext)
  const uploadAll = async (files: readonly File[]) => {
    setMessages([])
    for (const [index, file] of files.entries()) {
      const place = files.length > 1 ? ` (${index + 1} of ${files.length})` : ''
      showStatus(`Uploading ${file.name}${place}`)
      try {
        await upload(file)
        showStatus(`Uploaded ${file.name}${place}`)
      } catch (error) {
        setMessages((previous) => [...previous, `${file.name} was not uploaded: ${formatError(error)}`])
        showStatus('')
      }
    }
  }
  return (
    <>
      <label>
        {label}
        <input
          type="file"
          multiple={isMultiple}
          accept="image/*,video/*"
          onChange={async ({ target }) => {
            await uploadAll([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
      {messages.length > 0 && (
        <p className="problem" role="alert">
          {messages.join('\n')}
        </p>
      )}
    </>
  )
}

/** Shows the file of an asset and lets the editor replace it. */
export function FileControl({ attributes, editor }: FieldControlProps) {
  const file = getAssetFile(editor.entity)
  const { image, size = 0 } = file?.details ?? {}
  const dimensions = image ? `${image.width} × ${image.height} px, ` : ''
  return (
    <div {...attributes}>
      {file?.contentType.startsWith('video/') && (
        <video className="file" src={file.url} controls muted preload="metadata" />
      )}
      {file?.contentType.startsWith('image/') && <img className="file" src={file.url} alt={file.fileName} />}
      {file && (
        <p>
          <a href={file.url}>{file.fileName}</a>
          {`, ${file.contentType}, ${dimensions}${Math.ceil(size / 1_000)} kB`}
        </p>
      )}
      <AssetUpload label={file ? 'Replace' : 'Upload'} isMultiple={false} upload={editor.replaceFile} />
    </div>
  )
}

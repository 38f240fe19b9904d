import { type DragEvent, use, useRef, useState } from 'react'
import type { Entity } from './api/content-types.ts'
import { getAssetFile, uploadFile } from './api/entity-requests.ts'
import { formatError } from './api/management-client.ts'
import { describeMediaType } from './api/media-types.ts'
import { ActionButton } from './components/action-button.tsx'
import { StatusContext } from './components/status-context.ts'
import type { FieldControlProps } from './field-controls.tsx'

interface UploadOptions {
  readonly label?: string
  readonly isMultiple: boolean
  /** Uploads one file; by default as a new asset. */
  readonly upload?: (file: File) => Promise<Entity>
  /** Called after each file. `count`: number of files that were chosen together. */
  readonly onUploaded?: (asset: Entity, count: number) => void
}

/** Whether something is dropped on a form that cannot be changed. */
export const isDisabled = ({ currentTarget }: DragEvent): boolean => currentTarget.closest(':disabled') !== null

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/**
 * Uploads files one after the other. Returns a button, properties of an element on which files can be dropped, and the list
 * of files that were refused.
 */
export function useAssetUpload({ label = 'Upload…', isMultiple, upload = uploadFile, onUploaded }: UploadOptions) {
  const [messages, setMessages] = useState<readonly string[]>([])
  const inputRef = useRef<HTMLInputElement>(null)
  const showStatus = use(StatusContext)

  const uploadAll = async (files: readonly File[]) => {
    setMessages([])
    if (files.length > 1 && !isMultiple) return setMessages(['Only one file fits here. Nothing was uploaded.'])
    for (const [index, file] of files.entries()) {
      const place = files.length > 1 ? ` (${index + 1} of ${files.length})` : ''
      showStatus(`Uploading ${file.name}${place}`)
      try {
        const asset = await upload(file)
        onUploaded?.(asset, files.length)
        showStatus(`Uploaded ${file.name}${place}`)
      } catch (error) {
        setMessages((previous) => [...previous, `${file.name} was not uploaded: ${formatError(error)}`])
        showStatus('')
      }
    }
  }

  const dropProps = {
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (!isDisabled(event)) uploadAll([...event.dataTransfer.files])
    },
  }
  const button = (
    <span className="row">
      <ActionButton onClick={() => inputRef.current?.click()}>{label}</ActionButton>
      <input
        ref={inputRef}
        type="file"
        hidden
        multiple={isMultiple}
        accept="image/*,video/*"
        aria-label={label}
        onChange={async ({ target }) => {
          await uploadAll([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <span className="hint">{isMultiple ? 'or drop files here' : 'or drop a file here'}</span>
    </span>
  )
  const problems = messages.length > 0 && (
    <div className="problem" role="alert">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
  return { button, dropProps, problems }
}

/** Shows the file of an asset and lets the editor replace it. */
export function FileControl({ attributes, editor }: FieldControlProps) {
  const file = getAssetFile(editor.entity)
  const label = file ? 'Replace…' : 'Upload…'
  const { button, dropProps, problems } = useAssetUpload({ label, isMultiple: false, upload: editor.replaceFile })
  const { image, size = 0 } = file?.details ?? {}
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const dimensions = image ? `${image.width} × ${image.height} px, ` : ''
  return (
    <div {...attributes} {...dropProps}>
      {file?.contentType.startsWith('video/') && (
        <video className="file" src={file.url} controls muted preload="metadata" />
      )}
      {file?.contentType.startsWith('image/') && file.url !== brokenUrl && (
        <img className="file" src={file.url} alt="" onError={() => setBrokenUrl(file.url)} />
      )}
      {file && (
        <p>
          <a href={file.url}>{file.fileName}</a>
          {`, ${describeMediaType(file.contentType)}, ${dimensions}${Math.ceil(size / 1_000)} kB`}
        </p>
      )}
      {brokenUrl !== undefined && file?.url === brokenUrl && (
        <p className="problem">Browsers cannot show this picture. Export it as JPEG or PNG, then replace it.</p>
      )}
      <p className="row">{button}</p>
      {problems}
    </div>
  )
}

import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { type ContentItem, createItemLink, itemSchema } from './api-schemas.ts'
import { getAssetFile } from './content-library.ts'
import { createButton, createElement, showStatus } from './dom.ts'
import type { FieldControl, FieldControlProps } from './field-controls.ts'
import { requestInEnvironment } from './management-client.ts'

/** Shows the file of an asset and lets the editor replace it. */
export function createFileControl({ id, item }: FieldControlProps): FieldControl {
  const focusTarget = createElement('div', { id, role: 'group', tabindex: -1 })
  const file = getAssetFile(item.getItem())
  if (file) {
    const { image } = file.details
    const size = image ? `${image.width} × ${image.height} px, ` : ''
    focusTarget.append(
      createMediaElement(file.contentType, file.url),
      createElement(
        'p',
        {},
        `${file.fileName}, ${file.contentType}, ${size}${Math.ceil(file.details.size / 1_000)} kB`,
      ),
    )
  }
  const uploadButton = createUploadButton(file ? 'Replace…' : 'Upload…', focusTarget, async (newFile) => {
    showStatus(`Uploading ${newFile.name}`)
    await item.save()
    await uploadFile(newFile, item.getItem())
    location.reload()
  })
  focusTarget.append(createElement('p', { class: 'adding' }, uploadButton))
  return { focusTarget, element: focusTarget }
}

const createMediaElement = (contentType: string, src: string): HTMLElement =>
  contentType.startsWith('video/')
    ? createElement('video', { src, controls: true, muted: true, preload: 'metadata', class: 'file' })
    : createElement('img', { src, alt: '', class: 'file' })

const uploadSchema = z.object({ sys: z.object({ id: z.string() }) })

/** Uploads a file. Returns the field value that Contentful processes. */
async function createUpload(file: File) {
  const { sys } = await requestInEnvironment('uploads', uploadSchema, { method: 'POST', body: file })
  const fileName = file.name.replaceAll(/[/\\]/g, '-')
  return { fileName, contentType: file.type, uploadFrom: createItemLink('Upload', sys.id) }
}

/** Creates an asset with the file, or replaces the file of `existing`. The file is processed, the asset not published. */
export async function uploadFile(file: File, existing?: ContentItem): Promise<ContentItem> {
  const title = file.name.replace(/\.[^.]+$/, '').slice(0, 256)
  const fileField = { [DEFAULT_LOCALE]: await createUpload(file) }
  const asset = existing
    ? await requestInEnvironment(`assets/${existing.sys.id}`, itemSchema, {
        method: 'PUT',
        version: existing.sys.version,
        body: { metadata: existing.metadata, fields: { ...existing.fields, file: fileField } },
      })
    : await requestInEnvironment('assets', itemSchema, {
        method: 'POST',
        body: { fields: { title: { [DEFAULT_LOCALE]: title }, file: fileField } },
      })
  const path = `assets/${asset.sys.id}`
  const { version } = asset.sys
  await requestInEnvironment(`${path}/files/${DEFAULT_LOCALE}/process`, z.null(), { method: 'PUT', version })
  return await requestInEnvironment(path, itemSchema)
}

/** Creates a button that opens a file dialog. Files can also be dropped on `dropTarget`. */
export function createUploadButton(
  text: string,
  dropTarget: HTMLElement,
  onFile: (file: File) => Promise<void>,
): HTMLElement {
  const input = createElement('input', { type: 'file', hidden: true, accept: 'image/*,video/*', 'aria-label': text })
  const handleFiles = async (files: FileList | undefined | null) => {
    const file = files?.[0]
    if (file) await onFile(file)
    input.value = ''
  }
  input.addEventListener('change', () => handleFiles(input.files))
  dropTarget.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  dropTarget.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    handleFiles(event.dataTransfer.files)
  })
  return createElement(
    'span',
    {},
    createButton(text, () => input.click()),
    input,
    ' or drop a file here',
  )
}

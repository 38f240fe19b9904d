import * as z from 'zod/mini'
import { LOCALE } from '#shared/constants.ts'
import { type ContentItem, createItemLink, itemSchema } from './api-schemas.ts'
import { getAssetFile } from './content-library.ts'
import { createButton, createElement, showStatus } from './dom.ts'
import type { FieldControl, FieldControlProps } from './field-controls.ts'
import { requestInEnvironment } from './management-client.ts'

/** An asset's file: shown, and replaced by another one. */
export function createFileControl({ id, item }: FieldControlProps): FieldControl {
  const focusTarget = createElement('div', { id, role: 'group', tabindex: -1 })
  const file = getAssetFile(item.getItem())
  if (file) {
    const { image } = file.details
    const size = image ? `${image.width} × ${image.height} px, ` : ''
    focusTarget.append(
      shown(file.contentType, file.url),
      createElement(
        'p',
        {},
        `${file.fileName}, ${file.contentType}, ${size}${Math.ceil(file.details.size / 1_000)} kB`,
      ),
    )
  }
  const replace = createUploadButton(file ? 'Replace…' : 'Upload…', focusTarget, async (given) => {
    showStatus(`Uploading ${given.name}`)
    await item.save()
    await uploadFile(given, item.getItem())
    location.reload()
  })
  focusTarget.append(createElement('p', { class: 'adding' }, replace))
  return { focusTarget, element: focusTarget }
}

const shown = (contentType: string, src: string): HTMLElement =>
  contentType.startsWith('video/')
    ? createElement('video', { src, controls: true, muted: true, preload: 'metadata', class: 'file' })
    : createElement('img', { src, alt: '', class: 'file' })

const upload = z.object({ sys: z.object({ id: z.string() }) })

/** What Contentful wants of a file that it shall process. */
async function uploaded(file: File) {
  const { sys } = await requestInEnvironment('uploads', upload, { method: 'POST', body: file })
  const fileName = file.name.replaceAll(/[/\\]/g, '-')
  return { fileName, contentType: file.type, uploadFrom: createItemLink('Upload', sys.id) }
}

/** A new asset of a file, or an asset's new file: uploaded and processed, not published. */
export async function uploadFile(file: File, before?: ContentItem): Promise<ContentItem> {
  const title = file.name.replace(/\.[^.]+$/, '').slice(0, 256)
  const given = { [LOCALE]: await uploaded(file) }
  const asset = before
    ? await requestInEnvironment(`assets/${before.sys.id}`, itemSchema, {
        method: 'PUT',
        version: before.sys.version,
        body: { metadata: before.metadata, fields: { ...before.fields, file: given } },
      })
    : await requestInEnvironment('assets', itemSchema, {
        method: 'POST',
        body: { fields: { title: { [LOCALE]: title }, file: given } },
      })
  const path = `assets/${asset.sys.id}`
  const { version } = asset.sys
  await requestInEnvironment(`${path}/files/${LOCALE}/process`, z.null(), { method: 'PUT', version })
  return await requestInEnvironment(path, itemSchema)
}

/** A button that asks for a file; one may also be dropped on `ground`. */
export function createUploadButton(
  text: string,
  ground: HTMLElement,
  take: (file: File) => Promise<void>,
): HTMLElement {
  const input = createElement('input', { type: 'file', hidden: true, accept: 'image/*,video/*', 'aria-label': text })
  const taken = async (files: FileList | undefined | null) => {
    const file = files?.[0]
    if (file) await take(file)
    input.value = ''
  }
  input.addEventListener('change', () => taken(input.files))
  ground.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  ground.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    taken(event.dataTransfer.files)
  })
  return createElement(
    'span',
    {},
    createButton(text, () => input.click()),
    input,
    ' or drop a file here',
  )
}

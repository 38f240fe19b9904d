import * as z from 'zod/mini'
import { LOCALE } from '#cms/model/locale.ts'
import { type ContentItem, createItemLink, itemSchema } from './api-schemas.ts'
import { createButton, createElement } from './dom.ts'
import { requestInEnvironment } from './management-client.ts'

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

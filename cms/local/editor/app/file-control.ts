import type { Control, Editing } from './control.ts'
import { element, say } from './dom.ts'
import { fileOf } from './library.ts'
import { uploadButton, uploadFile } from './upload.ts'

/** An asset's file: shown, and replaced by another one. */
export function fileControl({ id, open }: Editing): Control {
  const target = element('div', { id, role: 'group', tabindex: -1 })
  const file = fileOf(open.held())
  if (file) {
    const { image } = file.details
    const size = image ? `${image.width} × ${image.height} px, ` : ''
    target.append(
      shown(file.contentType, file.url),
      element('p', {}, `${file.fileName}, ${file.contentType}, ${size}${Math.ceil(file.details.size / 1_000)} kB`),
    )
  }
  const replace = uploadButton(file ? 'Replace…' : 'Upload…', target, async (given) => {
    say(`Uploading ${given.name}`)
    await open.save()
    await uploadFile(given, open.held())
    location.reload()
  })
  target.append(element('p', { class: 'adding' }, replace))
  return { target, body: target }
}

const shown = (contentType: string, src: string): HTMLElement =>
  contentType.startsWith('video/')
    ? element('video', { src, controls: true, muted: true, preload: 'metadata', class: 'file' })
    : element('img', { src, alt: '', class: 'file' })

import { getAssetFile } from './content-library.ts'
import { createElement, showStatus } from './dom.ts'
import type { FieldControl, FieldControlProps } from './field-controls.ts'
import { createUploadButton, uploadFile } from './upload.ts'

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

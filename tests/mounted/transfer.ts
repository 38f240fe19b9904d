import type { Locator } from 'vitest/browser'

interface Transfer {
  readonly files?: readonly File[]
  readonly text?: string
}

/** Drops, pastes or drags files and a text on an element, as a browser does. Returns whether the desk takes them. */
export function transfer(
  target: Locator,
  type: 'paste' | 'drop' | 'dragover',
  { files = [], text }: Transfer,
): boolean {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (text !== undefined) data.items.add(text, 'text/plain')
  const options = { bubbles: true, cancelable: true }
  const event =
    type === 'paste'
      ? new ClipboardEvent(type, { ...options, clipboardData: data })
      : new DragEvent(type, { ...options, dataTransfer: data })
  return !target.element().dispatchEvent(event)
}

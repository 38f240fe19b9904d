type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Creates an element. The attribute value `true` sets an empty attribute; `false` and `undefined` set none. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value))
  element.append(...children)
  return element
}

/** Creates a button. Clicks are ignored while `onClick` is pending; the button keeps the focus. */
export function createButton(text: string, onClick: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const button = createElement('button', { type: 'button', ...attributes }, text)
  let isBusy = false
  button.addEventListener('click', async () => {
    if (isBusy) return
    isBusy = true
    try {
      await onClick()
    } finally {
      isBusy = false
    }
  })
  return button
}

/** Shows a status message and announces it to screen readers. */
export function showStatus(text: string): void {
  const element = document.querySelector('.status') ?? createElement('p', { class: 'status', role: 'status' })
  if (!element.isConnected) document.querySelector('.bar')?.append(element)
  element.textContent = text
}

/** Delays calls until there was no further call for `delayMs`. */
export function debounce(callback: () => unknown, delayMs = 200): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(callback, delayMs)
  }
}

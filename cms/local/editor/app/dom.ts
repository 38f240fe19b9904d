type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element with its attributes and what is in it. `true`: an attribute without a value; `false`: none. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : String(value))
  made.append(...children)
  return made
}

/** A button; while what it does goes on, it does it no second time, and it keeps the focus. */
export function createButton(text: string, press: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const made = createElement('button', { type: 'button', ...attributes }, text)
  let isBusy = false
  made.addEventListener('click', async () => {
    if (isBusy) return
    isBusy = true
    try {
      await press()
    } finally {
      isBusy = false
    }
  })
  return made
}

/** What happens without being asked for again is said to who cannot see it, and shown to who can. */
export function showStatus(text: string): void {
  const place = document.querySelector('.status') ?? createElement('p', { class: 'status', role: 'status' })
  if (!place.isConnected) document.querySelector('.bar')?.append(place)
  place.textContent = text
}

/** Calls once no further call came for a moment. */
export function debounce(call: () => unknown, pause = 200): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(waiting)
    waiting = setTimeout(call, pause)
  }
}

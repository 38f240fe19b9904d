/** Scrolls a control that has the focus out from under what has come over it. */
export function scrollIntoViewIfCovered(focused: Element | null, cover: Element): void {
  if (!focused?.matches('a, button, input, textarea, summary')) return
  const below = focused.getBoundingClientRect()
  const above = cover.getBoundingClientRect()
  const isCovered =
    below.bottom > above.top && below.top < above.bottom && below.right > above.left && below.left < above.right
  if (isCovered) focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

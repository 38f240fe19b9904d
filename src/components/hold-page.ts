/**
 * Keeps the page from scrolling below a dialog, and from shifting where its scrollbar was. The room is a padding, and no
 * gutter kept for the scrollbar: a dialog would not cover that. Answers how to let go.
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const scrollbar = innerWidth - clientWidth
  style.overflow = 'hidden'
  if (scrollbar > 0) style.paddingInlineEnd = `${scrollbar}px`
  return () => {
    style.overflow = ''
    style.paddingInlineEnd = ''
  }
}

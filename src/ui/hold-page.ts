/** Keeps the page from scrolling below a dialog, and from shifting where its scrollbar was. Answers how to let go. */
export function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement
  style.overflow = 'hidden'
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  return () => {
    style.overflow = ''
    style.scrollbarGutter = ''
  }
}

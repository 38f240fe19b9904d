/** Creates a canvas in sRGB. It is kept in the main memory, because its pixels are read. */
export function createCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { colorSpace: 'srgb', willReadFrequently: true })
  if (!context) throw new Error('The browser has no memory left for pictures: close other tabs, then retry')
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

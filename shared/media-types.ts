/** A kind of file that the site shows. */
interface MediaKind {
  /** Contentful's group of mime types */
  readonly group: 'image' | 'video'
  readonly contentType: string
  /** What must be inside, in sharp's words. */
  readonly format: string
}

/** By the file's extension. */
export const MEDIA_TYPES: Readonly<Record<string, MediaKind>> = {
  '.avif': { group: 'image', contentType: 'image/avif', format: 'heif' },
  '.jpg': { group: 'image', contentType: 'image/jpeg', format: 'jpeg' },
  '.mp4': { group: 'video', contentType: 'video/mp4', format: 'mp4' },
  '.png': { group: 'image', contentType: 'image/png', format: 'png' },
  '.svg': { group: 'image', contentType: 'image/svg+xml', format: 'svg' },
  '.webp': { group: 'image', contentType: 'image/webp', format: 'webp' },
}

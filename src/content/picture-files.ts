import type { PictureFiles } from '#src/components/picture-files.ts'
import { env } from '#src/env.ts'
import {
  getFocusArea,
  getShareImageSuffix,
  NON_RESPONSIVE_PHOTO,
  PICTURE_FORMATS,
  PICTURE_QUALITY,
  PICTURE_WIDTHS,
  SHARE_IMAGE,
} from './picture-sizes.ts'

/** A photograph as a page's content carries it. Its many files are derived when it is shown, not stored. */
export interface Photo {
  readonly url: string
  /** px, of the original */
  readonly width: number
  /** px, of the original */
  readonly height: number
  readonly alt: string
  /** What every crop keeps, as CSS writes a position; without it the middle. */
  readonly focalPoint?: string | null | undefined
}

/** A picture with what the entry that shows it says of it. */
export const toPhoto = <Image extends Pick<Photo, 'url' | 'width' | 'height'>>(
  image: Image,
  alt: string,
  focalPoint: Photo['focalPoint'],
) => ({ ...image, alt, ...(focalPoint && { focalPoint }) })

/** A photograph without responsive sources (requirements §3): one large file, and a small one for grids. */
export interface NonResponsivePhoto extends Photo {
  readonly useSrcset: false
  readonly previewImage: string
}

/**
 * Every file of one picture: by Contentful's Images API (`w`, `fm`, `q`) or, where the bundled content names it,
 * by the files that the build made of it. The latter also stand in when the CMS's image host is gone.
 * `largest`: px, of the largest file worth naming; a hundred thumbnails with every size make a heavy page.
 */
export function toPictureFiles(photo: Photo | NonResponsivePhoto, largest = Number.POSITIVE_INFINITY): PictureFiles {
  const { url, width, height, alt, focalPoint } = photo
  const size = { width, height, alt, focalPoint: focalPoint ?? undefined }
  if ('useSrcset' in photo)
    return { ...size, src: largest <= NON_RESPONSIVE_PHOTO.preview ? photo.previewImage : url, sources: [] }
  const isOurs = HASH.test(url)
  if (url.endsWith('.svg')) {
    const drawing = { ...size, src: url, sources: [], isSvg: true }
    return isOurs ? { ...drawing, fallback: { src: derivedUrl(url), sources: [] } } : drawing
  }
  const enough = Math.min(width, largest)
  const derived = filesOf(enough, (wide, format) => derivedUrl(url, wide, format))
  const color = placeholderColor(url)
  if (isDerived(url)) return { ...size, ...derived, color }
  const files = { ...size, ...filesOf(enough, (wide, format) => imagesApi(url, wide, format)), color }
  return isOurs ? { ...files, fallback: derived } : files
}

/** In the name of every file of the seed (cms/seed/asset-file-name.ts); an editor's own upload has nothing that could stand in. */
const HASH = /\.[0-9a-f]{8}\.\w+$/

type Format = keyof typeof PICTURE_QUALITY

/** The absolute address of the picture that a shared link shows, cut to its shape around its focal point. */
export function getShareImageUrl({ url, focalPoint }: Pick<Photo, 'url' | 'focalPoint'>): string {
  const { width, height, format } = SHARE_IMAGE
  const kept = getFocusArea(focalPoint)
  const cut = isDerived(url)
    ? derivedUrl(url, getShareImageSuffix(kept), format)
    : `${imagesApi(url, width, format)}&h=${height}&fit=fill${kept === 'center' ? '' : `&f=${kept}`}`
  return new URL(cut, env.siteUrl).href
}

function filesOf(original: number, at: (wide: number, format: Format) => string) {
  const widths = PICTURE_WIDTHS.filter((wide) => wide <= Math.max(original, PICTURE_WIDTHS[0]))
  return {
    src: at(Math.max(...widths.filter((wide) => wide <= 960)), 'webp'),
    sources: PICTURE_FORMATS.map((format) => ({
      type: `image/${format}` as const,
      srcSet: widths.map((wide) => `${at(wide, format)} ${wide}w`).join(', '),
    })),
  }
}

const imagesApi = (url: string, wide: number, format: Format) =>
  `${url}?w=${wide}&fm=${format}&q=${PICTURE_QUALITY[format]}`

const isDerived = (url: string) => url.startsWith(`${env.assetPrefix}/derived/`)

/**
 * `…/hook.a08c70.3f2a91c0.jpg` → `<asset prefix>/derived/hook.3f2a91c0-640.avif`, as scripts/build/derive-images.ts names it.
 * Without the colour: another machine's decoder may have rounded it otherwise when the CMS was seeded.
 */
function derivedUrl(url: string, size?: number | string, format?: string): string {
  const name = fileName(url).replace(COLOR, '')
  return `${env.assetPrefix}/derived/${size ? `${name.replace(/\.\w+$/, '')}-${size}.${format}` : name}`
}

/** The average colour that the file's name carries (cms/seed/asset-file-name.ts): it stands in while the picture loads. */
function placeholderColor(url: string): string | undefined {
  const color = COLOR.exec(fileName(url))?.[1]
  return color && `#${color}`
}

/** Before the hash of the content, at the end of the name. */
const COLOR = /\.([0-9a-f]{6})(?=\.[0-9a-f]{8}\.\w+$)/

const fileName = (url: string) => url.slice(url.lastIndexOf('/') + 1)

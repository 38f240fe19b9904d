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

/** A photo in the content of a page. The files of its sizes are derived when it is rendered. */
export interface Photo {
  readonly url: string
  /** px, of the original */
  readonly width: number
  /** px, of the original */
  readonly height: number
  readonly alt: string
  /** Focal point as a CSS position; default: the center. */
  readonly focalPoint?: string | null | undefined
}

/** Adds the alternative text and focal point of the entry to an image. */
export const toPhoto = <Image extends Pick<Photo, 'url' | 'width' | 'height'>>(
  image: Image,
  alt: string,
  focalPoint: Photo['focalPoint'],
) => ({ ...image, alt, ...(focalPoint && { focalPoint }) })

/** A photo without responsive sources (requirements §3): a large file, and a small one for grids. */
export interface NonResponsivePhoto extends Photo {
  readonly useSrcset: false
  readonly previewImage: string
}

/**
 * Returns the URLs of all files of a picture: of Contentful's Images API (`w`, `fm`, `q`), or of the files that the build
 * derived for bundled content. The latter are also the fallback if the Images API fails. `maxWidth` in px limits the sizes:
 * a hundred thumbnails with all sizes would make the page large.
 */
export function toPictureFiles(photo: Photo | NonResponsivePhoto, maxWidth = Number.POSITIVE_INFINITY): PictureFiles {
  const { url, width, height, alt, focalPoint } = photo
  const size = { width, height, alt, focalPoint: focalPoint ?? undefined }
  if ('useSrcset' in photo)
    return { ...size, src: maxWidth <= NON_RESPONSIVE_PHOTO.preview ? photo.previewImage : url, sources: [] }
  const isSeeded = SEEDED_FILE.test(url)
  if (url.endsWith('.svg')) {
    const svg = { ...size, src: url, sources: [], isSvg: true }
    return isSeeded ? { ...svg, fallback: { src: getDerivedUrl(url), sources: [] } } : svg
  }
  const largestWidth = Math.min(width, maxWidth)
  const derived = createSources(largestWidth, (width, format) => getDerivedUrl(url, width, format))
  const color = getPlaceholderColor(url)
  if (isDerived(url)) return { ...size, ...derived, color }
  const files = {
    ...size,
    ...createSources(largestWidth, (width, format) => getImagesApiUrl(url, width, format)),
    color,
  }
  return isSeeded ? { ...files, fallback: derived } : files
}

/** File names of the seed have a hash (cms/seed/asset-file-name.ts). Uploads of editors have no derived files. */
const SEEDED_FILE = /\.[0-9a-f]{8}\.\w+$/

type Format = keyof typeof PICTURE_QUALITY

/** Returns the absolute URL of the image for shared links, cropped around the focal point. */
export function getShareImageUrl({ url, focalPoint }: Pick<Photo, 'url' | 'focalPoint'>): string {
  const { width, height, format } = SHARE_IMAGE
  const area = getFocusArea(focalPoint)
  const path = isDerived(url)
    ? getDerivedUrl(url, getShareImageSuffix(area), format)
    : `${getImagesApiUrl(url, width, format)}&h=${height}&fit=fill${area === 'center' ? '' : `&f=${area}`}`
  return new URL(path, env.siteUrl).href
}

function createSources(originalWidth: number, getUrl: (width: number, format: Format) => string) {
  const widths = PICTURE_WIDTHS.filter((width) => width <= Math.max(originalWidth, PICTURE_WIDTHS[0]))
  return {
    src: getUrl(Math.max(...widths.filter((width) => width <= 960)), 'webp'),
    sources: PICTURE_FORMATS.map((format) => ({
      type: `image/${format}` as const,
      srcSet: widths.map((width) => `${getUrl(width, format)} ${width}w`).join(', '),
    })),
  }
}

const getImagesApiUrl = (url: string, width: number, format: Format) =>
  `${url}?w=${width}&fm=${format}&q=${PICTURE_QUALITY[format]}`

const isDerived = (url: string) => url.startsWith(`${env.assetPrefix}/derived/`)

/**
 * `…/hook.a08c70.3f2a91c0.jpg` → `<asset prefix>/derived/hook.3f2a91c0-640.avif`, as scripts/build/derive-images.ts names it.
 * The color is omitted: the decoder of the machine that seeded the CMS may have rounded it differently.
 */
function getDerivedUrl(url: string, size?: number | string, format?: string): string {
  const name = getFileName(url).replace(COLOR_IN_NAME, '')
  return `${env.assetPrefix}/derived/${size ? `${name.replace(/\.\w+$/, '')}-${size}.${format}` : name}`
}

/** The average color in the file name (cms/seed/asset-file-name.ts), shown while the picture loads. */
function getPlaceholderColor(url: string): string | undefined {
  const color = COLOR_IN_NAME.exec(getFileName(url))?.[1]
  return color && `#${color}`
}

/** The color is before the hash at the end of the file name. */
const COLOR_IN_NAME = /\.([0-9a-f]{6})(?=\.[0-9a-f]{8}\.\w+$)/

const getFileName = (url: string) => url.slice(url.lastIndexOf('/') + 1)

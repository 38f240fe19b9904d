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

/** A photo in the content of a page. `toPictureFiles` derives the URLs of its files when it is rendered. */
export interface Photo {
  readonly url: string
  /** px, of the original */
  readonly width: number
  /** px, of the original */
  readonly height: number
  readonly alt: string
  /** The CSS `object-position` of every crop. Defaults to the center. */
  readonly focalPoint?: string | null | undefined
}

/** Combines an image asset with the alt text and the focal point of its entry. */
export const toPhoto = <Image extends Pick<Photo, 'url' | 'width' | 'height'>>(
  image: Image,
  alt: string,
  focalPoint: Photo['focalPoint'],
) => ({ ...image, alt, ...(focalPoint && { focalPoint }) })

/** A photo without responsive sources (requirements §3): one large file, and a small one for grids. */
export interface NonResponsivePhoto extends Photo {
  readonly useSrcset: false
  readonly previewImage: string
}

/**
 * Creates the URLs of a picture's files: of Contentful's Images API (`w`, `fm`, `q`) or, for bundled content, of the
 * files derived by the build. The derived files are also the fallback if Contentful's image host is not available.
 * @param maxWidth px. Larger files are left out: a hundred thumbnails with all sizes would make the HTML large.
 */
export function toPictureFiles(photo: Photo | NonResponsivePhoto, maxWidth = Number.POSITIVE_INFINITY): PictureFiles {
  const { url, width, height, alt, focalPoint } = photo
  const attributes = { width, height, alt, focalPoint: focalPoint ?? undefined }
  if ('useSrcset' in photo)
    return { ...attributes, src: maxWidth <= NON_RESPONSIVE_PHOTO.preview ? photo.previewImage : url, sources: [] }
  const isSeeded = SEEDED_NAME.test(url)
  if (url.endsWith('.svg')) {
    const svg = { ...attributes, src: url, sources: [], isSvg: true }
    return isSeeded ? { ...svg, fallback: { src: getDerivedUrl(url), sources: [] } } : svg
  }
  const largestWidth = Math.min(width, maxWidth)
  const derived = createSources(largestWidth, (fileWidth, format) => getDerivedUrl(url, fileWidth, format))
  const color = getPlaceholderColor(url)
  if (isDerived(url)) return { ...attributes, ...derived, color }
  const sources = createSources(largestWidth, (fileWidth, format) => getImagesApiUrl(url, fileWidth, format))
  const files = { ...attributes, ...sources, color }
  return isSeeded ? { ...files, fallback: derived } : files
}

/** Matches the file names of the seed (cms/seed/asset-file-name.ts). Only these files have a derived fallback. */
const SEEDED_NAME = /\.[0-9a-f]{8}\.\w+$/

type Format = keyof typeof PICTURE_QUALITY

/** Returns the absolute URL of a picture for shared links, cropped around its focal point. */
export function getShareImageUrl({ url, focalPoint }: Pick<Photo, 'url' | 'focalPoint'>): string {
  const { width, height, format } = SHARE_IMAGE
  const area = getFocusArea(focalPoint)
  const croppedUrl = isDerived(url)
    ? getDerivedUrl(url, getShareImageSuffix(area), format)
    : `${getImagesApiUrl(url, width, format)}&h=${height}&fit=fill${area === 'center' ? '' : `&f=${area}`}`
  return new URL(croppedUrl, env.siteUrl).href
}

/** Creates `src` and `sources` with all sizes up to `maxWidth` px. */
function createSources(maxWidth: number, getUrl: (width: number, format: Format) => string) {
  const widths = PICTURE_WIDTHS.filter((width) => width <= Math.max(maxWidth, PICTURE_WIDTHS[0]))
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
 * `…/hook.a08c70.3f2a91c0.jpg` → `<asset prefix>/derived/hook.3f2a91c0-640.avif`, the name of
 * scripts/build/derive-images.ts. The color is left out: the machine that seeded the CMS may have rounded it
 * differently.
 */
function getDerivedUrl(url: string, size?: number | string, format?: string): string {
  const name = getFileName(url).replace(COLOR, '')
  return `${env.assetPrefix}/derived/${size ? `${name.replace(/\.\w+$/, '')}-${size}.${format}` : name}`
}

/** Reads the average color from the file name (cms/seed/asset-file-name.ts), shown while the picture loads. */
function getPlaceholderColor(url: string): string | undefined {
  const color = COLOR.exec(getFileName(url))?.[1]
  return color && `#${color}`
}

/** The color before the content hash, at the end of the file name. */
const COLOR = /\.([0-9a-f]{6})(?=\.[0-9a-f]{8}\.\w+$)/

const getFileName = (url: string) => url.slice(url.lastIndexOf('/') + 1)

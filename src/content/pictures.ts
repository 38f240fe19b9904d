import { PICTURE_QUALITY } from '#shared/picture-sizes.ts'
import type { PictureContent } from '#src/components/picture.tsx'
import { env } from '#src/env.ts'
import { getFocusArea, getShareImageSuffix, SHARE_IMAGE } from './derived-pictures.ts'
import { type ImageAsset, isSvg } from './field-schemas.ts'

type FocalPoint = string | null | undefined

/**
 * Maps an image of the media library to the picture that pages render. Its files come from Contentful's Images API (`w`,
 * `fm`, `q`), or are the ones that the build derived for bundled content. The latter are also the fallback if the Images API
 * fails.
 */
export function toPicture({ url, width, height }: ImageAsset, alt: string, focalPoint?: FocalPoint): PictureContent {
  const fallbackSrc = isDerived(url) || !SEEDED_FILE.test(url) ? undefined : getDerivedUrl(url)
  const color = getPlaceholderColor(url)
  return {
    src: isDerived(url) ? getDerivedUrl(url) : getImagesApiUrl(url),
    width,
    height,
    alt,
    ...(focalPoint && { focalPoint }),
    ...(fallbackSrc && { fallbackSrc }),
    ...(color && !isSvg(url) && { color }),
  }
}

/** File names of the seed have a hash (cms/seed/asset-file-name.ts). Uploads of editors have no derived files. */
const SEEDED_FILE = /\.[0-9a-f]{8}\.\w+$/

/** The image of a page for shared links. */
export interface ShareImage {
  /** Absolute URL. */
  readonly url: string
  readonly alt: string
}

/** Returns the image for shared links, cropped around the focal point. */
export function toShareImage({ url }: Pick<ImageAsset, 'url'>, alt: string, focalPoint?: FocalPoint): ShareImage {
  const { width, height, format } = SHARE_IMAGE
  const area = getFocusArea(focalPoint)
  const path = isDerived(url)
    ? `${getDerivedName(url)}-${getShareImageSuffix(area)}.${format}`
    : `${url}?w=${width}&fm=${format}&q=${PICTURE_QUALITY[format]}&h=${height}&fit=fill${area === 'center' ? '' : `&f=${area}`}`
  return { url: new URL(path, env.siteUrl).href, alt }
}

const getImagesApiUrl = (url: string) => (isSvg(url) ? url : `${url}?w={width}&fm={format}&q={quality}`)

const isDerived = (url: string) => url.startsWith(`${env.assetPrefix}/derived/`)

/** `…/hook.a08c70.3f2a91c0.jpg` → `<asset prefix>/derived/hook.3f2a91c0-{width}.{format}` (scripts/build/derive-images.ts). */
const getDerivedUrl = (url: string) =>
  isSvg(url) ? `${getDerivedName(url)}.svg` : `${getDerivedName(url)}-{width}.{format}`

/** Omits the color: the decoder of the machine that seeded the CMS may have rounded it differently. */
const getDerivedName = (url: string) =>
  `${env.assetPrefix}/derived/${getFileName(url)
    .replace(COLOR_IN_NAME, '')
    .replace(/\.\w+$/, '')}`

/** The average color in the file name (cms/pictures/file-name-marks.ts), shown while the picture loads. */
function getPlaceholderColor(url: string): string | undefined {
  const color = COLOR_IN_NAME.exec(getFileName(url))?.[1]
  return color && `#${color}`
}

/** The color is at the end of the file name, before the hash of a seeded file. */
const COLOR_IN_NAME = /\.([0-9a-f]{6})(?=(\.[0-9a-f]{8})?\.\w+$)/

const getFileName = (url: string) => url.slice(url.lastIndexOf('/') + 1)

import type { FileType } from './file-type.ts'

/**
 * The rules for the files of pictures: which formats are added, how large and how small a picture may be. The photo desk,
 * the fields of the model with their help texts, the content report and docs/editing.md take them from here.
 */

/** What a picture is, in messages. */
export type PictureName = 'photograph' | 'logo'

/** The formats of files that can be added, and their names for people. */
export const FORMATS: Readonly<Record<PictureName, Partial<Readonly<Record<FileType, string>>>>> = {
  photograph: { jpeg: 'JPEG', heic: 'HEIC', png: 'PNG', webp: 'WebP', avif: 'AVIF' },
  logo: { svg: 'SVG', png: 'PNG' },
}

/** Formats the formats that can be added: `SVG or PNG`. */
export const formatFormats = (name: PictureName): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.values(FORMATS[name]))

/** Bytes; more than any camera writes. Larger files would fill the memory of the browser. */
export const MAX_SOURCE_BYTES = 500_000_000

/** The most pixels of a picture. Each takes 4 bytes of memory. Chromium decodes a JPEG of 149 megapixels in 3 s. */
export const MAX_PIXELS = 150_000_000

/** px; twice the largest width that the site requests. The photo desk reduces pictures to this width and height. */
export const MASTER_EDGE = 2_880

/** Bytes; the most that a field accepts. Contentful processes no larger image. */
export const MAX_ASSET_BYTES = 20_000_000

/** What the content report accepts of files that are uploaded without the photo desk. */
export const REPORT_LIMITS = {
  /** Bytes; larger pictures have no visible benefit and slow down uploads. */
  pictureBytes: 4_000_000,
  /** px; a larger picture has no visible benefit. */
  edge: 4_000,
  /** MB; larger films load slowly on phones. */
  filmMegabytes: 2,
  /** Bytes; these megabytes as file managers count them. */
  filmBytes: 2 * 1_024 ** 2,
} as const

/** The minimum size of an upright picture, in px. */
export interface MinPictureSize {
  /** For a picture that fills a place of a known width. */
  readonly width?: number
  /** For a picture that is shown whole, in landscape or portrait format. */
  readonly longerSide?: number
}

/** By content type and field. */
export const MIN_PICTURE_SIZES = {
  /**
   * The gallery's photo dialog shows the whole photo: a landscape is as wide as the screen, a portrait as high. The width
   * is for the thumbnails, which are cut to 3:2 and at most 640 px wide.
   */
  'galleryImage.photo': { longerSide: 1_440, width: 640 },
  /** A logo is shown whole, at most 175 px wide and 90 px high. An SVG can have any size. */
  'affiliation.logo': { longerSide: 400 },
  'pipelineStage.image': { width: 1_440 },
  'servicePanel.image': { width: 1_600 },
  'mainlinePage.headerImage': { width: 1_920 },
  'contactPage.mapImage': { width: 1_920 },
  'videoHero.poster': { width: 1_920 },
  'seo.shareImage': { width: 1_200 },
} as const satisfies Readonly<Record<string, MinPictureSize>>

/** The minimum sizes of the pictures that the photo desk adds. */
export const MIN_SIZES = {
  photograph: MIN_PICTURE_SIZES['galleryImage.photo'],
  logo: MIN_PICTURE_SIZES['affiliation.logo'],
} as const satisfies Readonly<Record<PictureName, MinPictureSize>>

/** The width and height of an upright picture, in px. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Whether a picture looks blurred where it is shown. */
export const isTooSmall = ({ width, height }: PictureSize, min: MinPictureSize): boolean =>
  width < (min.width ?? 0) || Math.max(width, height) < (min.longerSide ?? 0)

/** Formats a size for messages: `960 px wide and 1440 px high`. */
export const formatSize = ({ width, height }: PictureSize) => `${width} px wide and ${height} px high`

/** Formats a minimum for messages: `at least 1440 px on the longer side and 640 px wide`. */
export function formatMinSize({ width, longerSide }: MinPictureSize): string {
  const parts = [
    ...(longerSide === undefined ? [] : [`${longerSide} px on the longer side`]),
    ...(width === undefined ? [] : [`${width} px wide`]),
  ]
  return `at least ${parts.join(' and ')}`
}

/** Formats the minimum size of a file that is added: `a PNG at least 400 px on the longer side`. */
export const formatMinFileSize = (name: PictureName): string =>
  `${name === 'logo' ? 'a PNG ' : ''}${formatMinSize(MIN_SIZES[name])}`

/** Formats bytes, for example `1.5 MB`. */
export const formatMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

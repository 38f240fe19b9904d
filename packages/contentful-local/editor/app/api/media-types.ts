import { getMediaTypeGroup } from '#local/shared/media-type-group.ts'

/** Words for the groups of media types. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  pdfdocument: 'PDF document',
  richtext: 'text document',
  presentation: 'presentation',
  spreadsheet: 'spreadsheet',
  archive: 'archive',
  code: 'text file',
  markup: 'text file',
  plaintext: 'text file',
}

/** Describes a media type in words: `image/jpeg` is `JPEG`. */
export function describeMediaType(mediaType: string): string {
  const [, format] = /^(?:image|audio|video)\/(?:x-|vnd\.)?([a-z0-9-]+)/.exec(mediaType) ?? []
  return format?.toUpperCase() ?? GROUP_NAMES[getMediaTypeGroup(mediaType)] ?? 'another kind of file'
}

/** Replaces the media types in a message of the API by words. */
export const describeMediaTypes = (message: string): string =>
  message.replaceAll(/\b(?:application|audio|image|text|video)\/[a-z0-9.+-]*[a-z0-9]/g, describeMediaType)

/** Contentful's groups of media types, in the order in which they are tested. Everything else is an `attachment`. */
const GROUPS: readonly (readonly [group: string, pattern: RegExp])[] = [
  ['image', /^image\//],
  ['audio', /^audio\//],
  ['video', /^video\//],
  ['pdfdocument', /^application\/pdf$/],
  ['richtext', /rtf$|msword|wordprocessingml|opendocument\.text/],
  ['presentation', /powerpoint|presentationml|opendocument\.presentation/],
  ['spreadsheet', /ms-excel|spreadsheetml|opendocument\.spreadsheet|^text\/csv$/],
  ['archive', /^application\/(zip|gzip|x-tar|x-bzip2?|x-7z-compressed|x-rar-compressed|vnd\.rar)$/],
  ['code', /^(application|text)\/(javascript|json|css|x-[a-z-]*script)$/],
  ['markup', /^text\/(html|xml|markdown)$|^application\/(xml|xhtml\+xml)$/],
  ['plaintext', /^text\//],
]

/** The group of a media type, for `linkMimetypeGroup` and `mimetype_group`: for example `image`. */
export const getMediaTypeGroup = (mediaType: string): string =>
  GROUPS.find(([, pattern]) => pattern.test(mediaType))?.[0] ?? 'attachment'

export const MEDIA_TYPE_GROUPS: readonly string[] = [...GROUPS.map(([group]) => group), 'attachment']

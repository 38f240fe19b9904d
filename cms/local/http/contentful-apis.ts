/** Contentful's APIs. Here they share one port, and their paths tell them apart. */
export const API_NAMES = ['management', 'upload', 'delivery', 'preview', 'graphql', 'images'] as const

export type ApiName = (typeof API_NAMES)[number]

const PATHS: readonly (readonly [start: RegExp, api: ApiName])[] = [
  [/^\/content\//, 'graphql'],
  [/^\/cdn\//, 'delivery'],
  [/^\/preview\//, 'preview'],
  [/^\/assets\//, 'images'],
  [/^\/spaces\/[^?]+\/uploads(\/|\?|$)/, 'upload'],
  [/^\/(spaces|users)(\/|\?|$)/, 'management'],
]

/** Which API a request asks; `undefined` where it asks none. */
export const getApiName = ({ url }: { readonly url: string }): ApiName | undefined =>
  PATHS.find(([start]) => start.test(url))?.[1]

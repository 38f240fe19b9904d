/** Contentful's APIs. Here they share one port, and their paths tell them apart. */
export const APIS = ['management', 'upload', 'delivery', 'preview', 'graphql', 'images'] as const

export type Api = (typeof APIS)[number]

const PATHS: readonly (readonly [start: RegExp, api: Api])[] = [
  [/^\/content\//, 'graphql'],
  [/^\/cdn\//, 'delivery'],
  [/^\/preview\//, 'preview'],
  [/^\/assets\//, 'images'],
  [/^\/spaces\/[^?]+\/uploads(\/|\?|$)/, 'upload'],
  [/^\/(spaces|users)(\/|\?|$)/, 'management'],
]

/** Which API a request asks; `undefined` where it asks none. */
export const apiOf = ({ url }: { readonly url: string }): Api | undefined =>
  PATHS.find(([start]) => start.test(url))?.[1]

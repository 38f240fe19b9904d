import type { PublishedAsset } from '#cms/sync/contentful/delivery-client.ts'
import { type CurrentSeed, findCurrentAsset } from './current-seed.ts'

/** An asset with the file that it has in the space, and its place in the seed until now. */
export interface SpaceAssetFile {
  readonly id: string
  readonly title: string
  readonly fileName: string
  readonly contentType: string
  /** As the delivery API gives it: without a scheme (docs/contentful.md, REST). */
  readonly url: string
  /** bytes */
  readonly size: number
  readonly earlier: EarlierFile | undefined
}

interface EarlierFile {
  /** Below the media folder. */
  readonly file: string
  readonly originalName?: string | undefined
}

/** An asset whose file is not processed has nothing to show: it counts as not published. */
export function toSpaceAssetFiles(published: readonly PublishedAsset[], held: CurrentSeed): readonly SpaceAssetFile[] {
  return published.flatMap(({ sys: { id }, fields: { title = '', file } }) => {
    if (!file) return []
    const { fileName, contentType, url, details } = file
    return [{ id, title, fileName, contentType, url, size: details.size, earlier: findCurrentAsset(held, id) }]
  })
}

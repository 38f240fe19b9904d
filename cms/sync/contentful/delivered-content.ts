import type { AssetDetails } from 'contentful'

/** An entry of the Delivery API in one locale, with links in Contentful’s format. */
export interface PublishedEntry {
  readonly sys: {
    readonly id: string
    readonly contentType: { readonly sys: { readonly id: string } }
    /** In the Preview API the time of the last change; in the Delivery API that of the publication. */
    readonly updatedAt?: string
  }
  readonly fields: Readonly<Record<string, unknown>>
}

/** An asset of the Delivery API. That of the Preview API can have no file, or one that is not processed. */
export interface DeliveredAsset {
  readonly sys: { readonly id: string; readonly updatedAt?: string }
  readonly fields: { readonly title?: string | undefined; readonly file?: DeliveredFile | undefined }
}

interface DeliveredFile {
  readonly url?: string | undefined
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  readonly details?: Partial<AssetDetails> | undefined
}

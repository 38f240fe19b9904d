import type { ContentType } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import {
  getPublicationState,
  getText,
  type PublicationState,
  type SpaceEntry,
} from '#cms/photo-desk/space/space-pictures.ts'

/** An entry that links to a picture. */
export interface Usage {
  readonly id: string
  readonly title: string
  /** The name of its content type. */
  readonly type: string
  /** Whether it is a page of the site. */
  readonly isPage: boolean
  readonly state: PublicationState
}

/** The entries that use a picture. */
export interface PictureUsages {
  /** They link to the entry of the picture. */
  readonly ofEntry: readonly Usage[]
  /** Other entries that link to the same asset. */
  readonly ofAsset: readonly Usage[]
}

/** Reads which entries link to a picture, without archived ones. */
export async function findUsages(
  client: DeskClient,
  { entryId, assetId }: { readonly entryId: string; readonly assetId: string | undefined },
): Promise<PictureUsages> {
  const [ofEntry, ofAsset] = await Promise.all([
    readLinkingEntries(client, { links_to_entry: entryId }),
    assetId === undefined ? [] : readLinkingEntries(client, { links_to_asset: assetId }),
  ])
  return {
    ofEntry: ofEntry.map(toUsage),
    ofAsset: ofAsset.filter(({ sys }) => sys.id !== entryId).map(toUsage),
  }
}

const readLinkingEntries = (client: DeskClient, links: Readonly<Record<string, string>>) =>
  client.readAll((cma, query) => cma.entry.getMany({ query: { ...query, ...links, 'sys.archivedAt[exists]': false } }))

function toUsage(entry: SpaceEntry): Usage {
  const { id, contentType } = entry.sys
  const state = getPublicationState(entry)
  const type = contentType.sys.id
  if (!isModelContentType(type)) return { id, title: id, type, isPage: false, state }
  const { name, title, path }: ContentType = model[type]
  return { id, title: getText(entry, title) || id, type: name, isPage: path !== undefined, state }
}

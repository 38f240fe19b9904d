import { type LinkTarget, parseLinks } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { getText, type SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getPublicationState } from '#cms/publish-state.ts'

/** An entry that links to pictures, and how many of them. */
export type Usage = ReturnType<typeof toUsage>

/** Reads which entries link to pictures, without archived ones. One request for each 200 entries of the space. */
export async function findUsages(client: DeskClient, pictures: readonly Pick<SpacePicture, 'entry' | 'asset'>[]) {
  const entryIds = new Set(pictures.map(({ entry }) => entry.sys.id))
  const assetIds = new Set(pictures.flatMap(({ asset }) => asset?.sys.id ?? []))
  const query = { 'sys.archivedAt[exists]': false }
  const entries = await client.readAll((cma, page) => cma.entry.getMany({ query: { ...page, ...query } }))
  const others = entries.filter(({ sys }) => !entryIds.has(sys.id))
  // A picture that the desk has added has the id of its entry for its asset too.
  const findLinks = (to: LinkTarget['to'], ids: ReadonlySet<string>) =>
    others.flatMap((entry) => {
      const linkedIds = listLinkedIds(entry, to).filter((id) => ids.has(id))
      return linkedIds.length > 0 ? [{ entry, linkedIds }] : []
    })
  const ofAssets = findLinks('Asset', assetIds)
  return {
    /** They link to the entries of the pictures; each entry once. */
    ofEntries: findLinks('Entry', entryIds).map(toUsage),
    /** Other entries that link to the same assets. */
    ofAssets: ofAssets.map(toUsage),
    sharedAssetIds: new Set(ofAssets.flatMap(({ linkedIds }) => linkedIds)),
  }
}

const listLinkedIds = ({ fields }: SpaceEntry, to: LinkTarget['to']): readonly string[] => {
  const values = Object.values(fields).flatMap((localized) => Object.values(localized ?? {}))
  const links = values.flatMap(parseLinks).filter((link) => link.to === to)
  return [...new Set(links.map(({ id }) => id))]
}

function toUsage({ entry, linkedIds }: { readonly entry: SpaceEntry; readonly linkedIds: readonly string[] }) {
  const { id, contentType } = entry.sys
  const usage = { id, state: getPublicationState(entry.sys), count: linkedIds.length }
  const type = contentType.sys.id
  if (!isModelContentType(type)) return { ...usage, title: id, type, isPage: false }
  const { name, title, path }: ContentType = model[type]
  return { ...usage, title: getText(entry, title) || id, type: name, isPage: path !== undefined }
}

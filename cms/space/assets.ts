import { readFile } from 'node:fs/promises'
import type { AssetProps } from 'contentful-management'
import { LOCALE } from '#cms/model/locale.ts'
import { sameFile } from '#cms/seed/file-name.ts'
import { problemOf } from './contentful-problem.ts'
import { type Kind, needsPublishing } from './kind.ts'
import { readByIds } from './read-by-ids.ts'
import type { Space } from './space-client.ts'

/** A picture or film as it should stand in the space. */
export interface WantedAsset {
  readonly id: string
  readonly title: string
  /** Where the file is on this machine. */
  readonly path: string
  /** With a hash of the content, so that the space itself says which file it holds. */
  readonly fileName: string
  readonly contentType: string
}

/** Contentful processes a large picture in a few seconds. */
const PROCESSING = { processingCheckWait: 1_500, processingCheckRetries: 40 }

/** Assets: upload, create, process, publish. */
export function assets({ client: { asset, upload } }: Space): Kind<WantedAsset, AssetProps> {
  const uploaded = new Set<string>()

  /** A stream would be sent empty when it is repeated (contentful.md, Traps): so the whole file at once. */
  async function uploadedFile({ id, path, fileName, contentType }: WantedAsset) {
    const file = new Uint8Array(await readFile(path)).buffer
    const created: { readonly sys: { readonly id: string } } = await upload.create({}, { file })
    uploaded.add(id)
    const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: created.sys.id } }
    return { [LOCALE]: { fileName, contentType, uploadFrom } }
  }

  async function update(wanted: WantedAsset, held: AssetProps, keepFile: boolean) {
    const file = keepFile ? held.fields.file : { ...held.fields.file, ...(await uploadedFile(wanted)) }
    const title = { ...held.fields.title, [LOCALE]: wanted.title }
    return asset.update({ assetId: wanted.id }, { ...held, fields: { ...held.fields, title, file } })
  }

  /** An upload of an earlier run may be gone: Contentful keeps it for a day. Then the file is uploaded again. */
  async function processed(wanted: WantedAsset, held: AssetProps) {
    try {
      return await asset.processForLocale({}, held, LOCALE, PROCESSING)
    } catch (error) {
      if (uploaded.has(wanted.id) || !isUseless(error)) throw error
      return update(wanted, await asset.get({ assetId: wanted.id }), false)
    }
  }

  return {
    name: 'asset',
    readMany: (ids) => readByIds(ids, (query) => asset.getMany({ query })),
    read: (id) => asset.get({ assetId: id }),
    needs: () => [],

    nextStep(wanted, held) {
      const at = { assetId: wanted.id }
      const title = { [LOCALE]: wanted.title }
      if (!held)
        return {
          action: 'create',
          take: async () => asset.createWithId(at, { fields: { title, file: await uploadedFile(wanted) } }),
        }
      const file = held.fields.file?.[LOCALE]
      const keepFile = file !== undefined && sameFile(file.fileName, wanted.fileName)
      if (!keepFile || held.fields.title?.[LOCALE] !== wanted.title)
        return { action: 'update', take: () => update(wanted, held, keepFile) }
      if (!file.url) return { action: 'process', take: () => processed(wanted, held) }
      if (needsPublishing(held.sys)) return { action: 'publish', take: () => asset.publish(at, held) }
      return null
    },
  }
}

/** Contentful cannot make a file of this upload. */
const isUseless = (error: unknown) =>
  [400, 404, 422].includes(problemOf(error).status) ||
  (error instanceof Error && error.name === 'AssetProcessingTimeout')

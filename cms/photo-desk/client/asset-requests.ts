import type { AssetProps } from 'contentful-management'
import * as z from 'zod'
import type { PreparedFile } from '#cms/photo-desk/client/stored-work.ts'
import { addColorMark } from '#cms/pictures/file-name-marks.ts'
import { LOCALE } from '#shared/constants.ts'
import { wait } from '#shared/wait.ts'
import { type DeskClient, repeatOnConflict } from './desk-client.ts'
import { hasStatus } from './request-error.ts'

interface RequestContext {
  readonly client: DeskClient
  readonly signal: AbortSignal
}

interface AssetFile {
  readonly assetId: string
  readonly file: PreparedFile
  /** The id of the uploaded file. */
  readonly uploadId: string
}

const uploadSchema = z.object({ sys: z.object({ id: z.string() }) })

/** ms until an upload counts as lost, in addition to the time that its bytes take on a very slow line. */
const MIN_UPLOAD_MS = 60_000
/** bytes per ms */
const SLOWEST_UPLOAD = 10

/** Sends a file to Contentful. Resolves with its id, which is valid for a day. */
export async function sendFile(content: Blob, { client, signal }: RequestContext): Promise<string> {
  const file = await content.arrayBuffer()
  const upload: unknown = await client.send((cma) => cma.upload.create({}, { file }), {
    signal,
    timeoutMs: MIN_UPLOAD_MS + file.byteLength / SLOWEST_UPLOAD,
  })
  return uploadSchema.parse(upload).sys.id
}

/**
 * Creates the asset of a new picture. If it exists, an interrupted upload of the same file has created it: its file is
 * set again unless Contentful has processed it.
 */
export async function createAsset(asset: AssetFile, title: string, context: RequestContext): Promise<AssetProps> {
  const { client, signal } = context
  const { assetId } = asset
  const data = { fields: { title: { [LOCALE]: title }, description: {}, file: createFileField(asset) } }
  try {
    return await client.send((cma) => cma.asset.createWithId({ assetId }, data), { signal })
  } catch (error) {
    if (!hasStatus(error, 409)) throw error
    const existing = await getAsset(assetId, context)
    return isProcessed(existing) ? existing : updateFile(existing, asset, context)
  }
}

/** Gives an existing asset another file, as a draft. Its title and description stay. */
export const replaceAssetFile = (asset: AssetFile, context: RequestContext) =>
  repeatOnConflict(async () => updateFile(await getAsset(asset.assetId, context), asset, context))

/** ms between two checks whether a file is processed. */
const CHECK_INTERVAL_MS = 1_000
/** Contentful takes a few seconds for a photograph. */
const MAX_CHECKS = 90

/** Checks until the processing is requested again: the first request may have been lost without an error. */
const CHECKS_PER_REQUEST = 10

/** Lets Contentful process the file of an asset, and waits until it has a URL. `known`: the asset as it is now. */
export async function processAsset(assetId: string, context: RequestContext, known: AssetProps | undefined) {
  let asset = known ?? (await getAsset(assetId, context))
  for (let checks = 0; checks < MAX_CHECKS && !isProcessed(asset); checks += 1) {
    if (checks % CHECKS_PER_REQUEST === 0) asset = (await requestProcessing(asset, context)) ?? asset
    else {
      await wait(CHECK_INTERVAL_MS)
      asset = await getAsset(assetId, context)
    }
    context.signal.throwIfAborted()
  }
  if (isProcessed(asset)) return asset
  throw new Error('Contentful has not processed the file within 90 seconds. Retry in a minute')
}

/** ms until the check of Contentful’s client counts as lost: it never answers if one of its own requests fails. */
const PROCESSING_REQUEST_MS = 20_000

/** Starts the processing. Returns the asset if one check of Contentful’s client finds it processed: others are left out. */
async function requestProcessing(asset: AssetProps, context: RequestContext): Promise<AssetProps | undefined> {
  const { client, signal } = context
  const options = { processingCheckRetries: 0, processingCheckWait: 0 }
  try {
    const result = await client.send(
      (cma) => {
        const processing = cma.asset.processForLocale({}, asset, LOCALE, options).catch(throwUnlessTimeout)
        return Promise.race([processing, wait(PROCESSING_REQUEST_MS)])
      },
      { signal },
    )
    return result || undefined
  } catch (error) {
    // A repeated request: the first one has taken effect, although its response was lost.
    if (hasStatus(error, 409)) return undefined
    if (!hasStatus(error, 400) && !hasStatus(error, 422)) throw error
    const repeated = await getAsset(asset.sys.id, context)
    if (!isProcessed(repeated)) throw error
    return repeated
  }
}

/** The end of the client’s check, as its own error or as the one that the web app passes on. */
function throwUnlessTimeout(error: unknown): void {
  const text = JSON.stringify(error, ['name', 'code', 'message'])
  if (!/AssetProcessingTimeout|longer then expected/.test(text)) throw error
}

const getAsset = (assetId: string, { client, signal }: RequestContext) =>
  client.send((cma) => cma.asset.get({ assetId }), { signal })

const updateFile = (existing: AssetProps, asset: AssetFile, { client, signal }: RequestContext) => {
  const fields = { ...existing.fields, file: { ...existing.fields.file, ...createFileField(asset) } }
  return client.send((cma) => cma.asset.update({ assetId: asset.assetId }, { ...existing, fields }), { signal })
}

const createFileField = ({ file: { fileName, contentType, perceptualHash }, uploadId }: AssetFile) => ({
  [LOCALE]: {
    fileName: addColorMark(fileName, perceptualHash),
    contentType,
    uploadFrom: { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: uploadId } },
  },
})

const isProcessed = ({ fields }: AssetProps): boolean => Boolean(fields.file?.[LOCALE]?.url)

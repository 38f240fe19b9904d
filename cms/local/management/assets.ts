import type { FastifyInstance } from 'fastify'
import type { Announce } from '#cms/local/announcements.ts'
import { invalid, notFound } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { Content, Store } from '#cms/local/store/store.ts'
import { assetBody, assetFields, processedOf, unprocessedFile, withHost } from './asset-file.ts'
import { bodyOf } from './body.ts'
import { withoutNulls } from './field-values.ts'
import { assetList } from './list-query.ts'
import { metadataOf, sentTags } from './metadata.ts'
import { processFile } from './process-asset.ts'
import { processVersions } from './process-versions.ts'
import { type Kind, type States, stateRoutes, states } from './states.ts'
import { resourceSys } from './sys.ts'
import { expectNew, expectVersion, newId, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

interface File {
  readonly Params: { readonly id: string; readonly locale: string }
}

const assetKind = ({ assets }: Store): Kind => ({
  type: 'Asset',
  resources: assets,
  checkPublishable,
  answer: (found, host) => ({
    metadata: metadataOf(found.draft.tags),
    sys: resourceSys('Asset', found),
    fields: withHost(found.draft.fields, host),
  }),
})

/** Assets: written, processed, published, archived, read, deleted. Answers with their states, for bulk actions. */
export function assetRoutes(scope: FastifyInstance, store: Store, announce: Announce): States {
  const { assets, files } = store
  const kind = assetKind(store)
  const assetStates = states(kind, announce)
  const versions = processVersions()

  scope.get('/assets', async ({ query, host }) => assetList(store, query, (found) => kind.answer(found, host)))

  scope.get<ById>('/assets/:id', async ({ params, host }) => kind.answer(assetStates.existing(params.id), host))

  scope.post('/assets', async ({ body, host }, reply) => {
    const id = newId()
    return reply.code(201).send(assetStates.create(id, content(store, id, body), host))
  })

  scope.put<ById>('/assets/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const version = sentVersion(headers)
    const found = assets.get(id)
    if (found) return assetStates.save({ id, version, host }, () => content(store, id, body, found.draft))
    expectNew('asset', id, version)
    return reply.code(201).send(assetStates.create(id, content(store, id, body), host))
  })

  // At once, not in the background: the client asks at once, and then only every 3 s (contentful.md).
  scope.put<File>('/assets/:id/files/:locale/process', async ({ params: { id, locale }, headers, host }, reply) => {
    if (!store.locales.all().some(({ draft }) => draft.code === locale)) throw notFound('Locale', locale)
    const version = sentVersion(headers)
    const found = assetStates.existing(id)
    const { success, data } = unprocessedFile.safeParse(found.draft.fields.file?.[locale])
    if (!success) {
      expectVersion(found, version)
      throw invalid([{ name: 'required', path: ['fields', 'file', locale, 'uploadFrom'] }])
    }
    versions.expect(found, version)
    const processed = await processFile(id, locale, data, files)
    const now = assetStates.existing(id)
    versions.expect(now, version)
    const { fields, tags } = now.draft
    const change = { id, version: now.version, host }
    assetStates.save(change, () => ({ tags, fields: { ...fields, file: { ...fields.file, [locale]: processed } } }))
    versions.processed(now)
    return reply.code(204).send()
  })

  stateRoutes(scope, '/assets', assetStates)
  return assetStates
}

function content(store: Store, id: string, body: unknown, before?: Content): Content {
  const sent = bodyOf(assetBody, body)
  const locales = store.locales.all().map(({ draft }) => draft)
  const fields = assetFields(id, withoutNulls(sent.fields), store.files, locales)
  return { fields, tags: sentTags(sent.metadata, before?.tags, store) }
}

/** Every file that is there must have been processed, and one must be there. */
function checkPublishable({ draft: { fields } }: Resource<Content>): void {
  const unprocessed = Object.entries(fields.file ?? {}).filter(([, file]) => !processedOf(file))
  if (!fields.file) throw invalid([{ name: 'required', path: ['fields', 'file'] }])
  if (unprocessed.length === 0) return
  throw invalid(unprocessed.map(([locale]) => ({ name: 'required', path: ['fields', 'file', locale, 'url'] })))
}

import type { FastifyInstance } from 'fastify'
import { invalid, notFound, RestError } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { FieldValues, Store } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { assetBody, assetFields, processedOf, withHost } from './asset-file.ts'
import { bodyOf } from './body.ts'
import { withoutNulls } from './field-values.ts'
import { listBody, listQuery } from './list-query.ts'
import { refusePartial } from './partial-publish.ts'
import { processFile, unprocessedFile } from './process-asset.ts'
import { resourceSys } from './sys.ts'
import { expectNew, expectVersion, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

interface File {
  readonly Params: { readonly id: string; readonly locale: string }
}

/** Assets: written, processed, published, read, unpublished, deleted. */
export function assetRoutes(scope: FastifyInstance, { assets, files }: Store): void {
  const existing = (id: string) => {
    const found = assets.get(id)
    if (found) return found
    throw notFound('Asset', id)
  }

  scope.get('/assets', async ({ query, host }) => {
    const selection = listQuery(query)
    const { total, items } = assets.list(selection)
    return listBody({ total, items: items.map((item) => answerOf(item, host)) }, selection)
  })

  scope.get<ById>('/assets/:id', async ({ params, host }) => answerOf(existing(params.id), host))

  scope.put<ById>('/assets/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const found = assets.get(id)
    if (found) expectVersion(found, sentVersion(headers))
    else expectNew('asset', id, sentVersion(headers))
    const fields = assetFields(id, withoutNulls(bodyOf(assetBody, body).fields), files)
    if (found) return answerOf(assets.save(id, fields), host)
    return reply.code(201).send(answerOf(assets.create(id, fields), host))
  })

  // At once, not in the background: the client asks at once, and then only every 3 s (contentful.md).
  scope.put<File>('/assets/:id/files/:locale/process', async ({ params: { id, locale }, headers }, reply) => {
    if (locale !== LOCALE) throw notFound('Locale', locale)
    const version = sentVersion(headers)
    const { draft } = existing(id)
    expectVersion(existing(id), version)
    const { success, data } = unprocessedFile.safeParse(draft.file?.[LOCALE])
    if (!success) throw invalid([{ name: 'required', path: ['fields', 'file', LOCALE, 'uploadFrom'] }])
    const processed = await processFile(id, data, files)
    expectVersion(existing(id), version)
    assets.save(id, { ...draft, file: { [LOCALE]: processed } })
    return reply.code(204).send()
  })

  scope.put<ById>('/assets/:id/published', async ({ params: { id }, body, headers, host }) => {
    refusePartial(body)
    const found = existing(id)
    expectVersion(found, sentVersion(headers))
    if (!processedOf(found.draft)) throw invalid([{ name: 'required', path: ['fields', 'file', LOCALE, 'url'] }])
    return answerOf(assets.publish(id), host)
  })

  scope.delete<ById>('/assets/:id/published', async ({ params: { id }, host }) => {
    if (existing(id).published === null) throw new RestError('BadRequest', `The asset "${id}" is not published`)
    return answerOf(assets.unpublish(id), host)
  })

  scope.delete<ById>('/assets/:id', async ({ params: { id } }, reply) => {
    if (existing(id).published !== null) throw new RestError('BadRequest', 'Cannot delete published')
    assets.remove(id)
    return reply.code(204).send()
  })
}

const answerOf = (found: Resource<FieldValues>, host: string) => ({
  metadata: { tags: [], concepts: [] },
  sys: resourceSys('Asset', found),
  fields: withHost(found.draft, host),
})

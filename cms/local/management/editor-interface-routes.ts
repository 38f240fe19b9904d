import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createValidationError } from '#local/http/rest-error.ts'
import type { EditorInterface, Store } from '#local/store/store.ts'
import { listResources } from './list-resources.ts'
import { getSentVersion, ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { createResourceService, type WriteRequest } from './resource-routes.ts'
import { createResourceLink, toResourceSys } from './resource-sys.ts'

interface ContentTypeRoute {
  readonly Params: { readonly id: string }
}

const PATH = '/content_types/:id/editor_interface'

const partsSchema = z.array(z.record(z.string(), z.unknown())).optional()

/** Only the controls are validated. The other parts configure Contentful's web app and are stored as sent. */
const editorInterfaceBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  controls: z.array(z.looseObject({ fieldId: z.string() })).default([]),
  sidebar: partsSchema,
  editors: partsSchema,
  editorLayout: partsSchema,
  groupControls: partsSchema,
})

/** Registers the endpoints of editor interfaces. An editor interface exists once its content type was published. */
export function registerEditorInterfaceRoutes(scope: FastifyInstance, store: Store): void {
  const service = createResourceService<EditorInterface>(
    {
      type: 'EditorInterface',
      table: store.editorInterfaces,
      parse: (request) => parseEditorInterface(store, request),
      toResponse: (editorInterface) => {
        const contentType = createResourceLink('ContentType', editorInterface.id)
        const sys = { ...toResourceSys('EditorInterface', editorInterface), id: 'default', contentType }
        return { sys, ...editorInterface.draft }
      },
    },
    store,
  )

  scope.get('/editor_interfaces', async ({ query, host }) =>
    listResources(store.editorInterfaces, query, (resource) => service.toResponse(resource, host)),
  )

  scope.get<ContentTypeRoute>(PATH, async ({ params, host }) =>
    service.toResponse(service.getExisting(params.id), host),
  )

  scope.put<ContentTypeRoute>(PATH, async ({ params: { id }, body, headers, host }) =>
    service.save({ id, version: getSentVersion(headers), host }, (current) =>
      service.parse({ id, body, headers, current }),
    ),
  )
}

function parseEditorInterface({ contentTypes }: Store, { id, body }: WriteRequest<EditorInterface>): EditorInterface {
  const { sys: _, ...editorInterface } = parseManagementBody(editorInterfaceBodySchema, body)
  const fields = contentTypes.get(id)?.draft.fields ?? []
  const errors = editorInterface.controls
    .filter(({ fieldId }) => !fields.some((field) => field.id === fieldId))
    .map(({ fieldId }) => ({ name: 'unknown', path: ['controls'], value: fieldId }))
  if (errors.length > 0) throw createValidationError(errors)
  return editorInterface
}

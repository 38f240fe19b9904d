import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { ContentTypeDefinition } from '#local/graphql/content-type-definition.ts'
import { createNotFoundError, createValidationError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { EditorInterface, Store } from '#local/store/store.ts'
import { listResources } from './list-resources.ts'
import { expectVersion, getSentVersion, ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { createResourceLink, toChangeSys } from './resource-sys.ts'

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
  const { contentTypes, editorInterfaces } = store
  const toResponse = createToResponse(store)
  const getEditorInterface = (id: string) => {
    const editorInterface = editorInterfaces.get(id)
    if (editorInterface) return editorInterface
    throw createNotFoundError('EditorInterface', id)
  }

  scope.get('/editor_interfaces', async ({ query }) => listResources(editorInterfaces, query, toResponse))

  scope.get<ContentTypeRoute>(PATH, async ({ params }) => toResponse(getEditorInterface(params.id)))

  scope.put<ContentTypeRoute>(PATH, async ({ params: { id }, body, headers }) => {
    const editorInterface = getEditorInterface(id)
    expectVersion(editorInterface, getSentVersion(headers))
    const { sys: _, ...draft } = parseManagementBody(editorInterfaceBodySchema, body)
    const { controls } = draft
    const fields = new Set(contentTypes.get(id)?.draft.fields.map((field) => field.id))
    const unknownControls = controls.filter(({ fieldId }) => !fields.has(fieldId))
    if (unknownControls.length > 0) {
      throw createValidationError(
        unknownControls.map(({ fieldId }) => ({ name: 'unknown', path: ['controls'], value: fieldId })),
      )
    }
    return toResponse(editorInterfaces.save(id, draft))
  })
}

/**
 * Creates the editor interface at version 1 when the content type is first published (docs/contentful.md), and adds or
 * removes controls when it is published again.
 */
export function updateEditorInterface({ editorInterfaces }: Store, { id, fields }: ContentTypeDefinition): void {
  const editorInterface = editorInterfaces.get(id)
  const previousControls = editorInterface?.draft.controls ?? []
  const controls = fields.map(({ id, renamedFrom = id }) => {
    const control = previousControls.find(({ fieldId }) => fieldId === renamedFrom)
    if (!control) return { fieldId: id }
    return renamedFrom === id ? control : { ...control, fieldId: id }
  })
  if (!editorInterface) editorInterfaces.create(id, { controls })
  else if (
    controls.length !== previousControls.length ||
    controls.some((control) => !previousControls.includes(control))
  ) {
    editorInterfaces.save(id, { ...editorInterface.draft, controls })
  }
}

const createToResponse =
  ({ locationSys }: Store) =>
  (editorInterface: StoredResource<EditorInterface>) => ({
    sys: {
      ...locationSys,
      type: 'EditorInterface',
      ...toChangeSys(editorInterface),
      id: 'default',
      contentType: createResourceLink('ContentType', editorInterface.id),
    },
    ...editorInterface.draft,
  })

import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import { createNotFoundError, createValidationError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { EditorInterface, Store } from '#cms/local/store/store.ts'
import { listResources } from './list-resources.ts'
import { expectVersion, getSentVersion, ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'

interface OfContentType {
  readonly Params: { readonly id: string }
}

const PATH = '/content_types/:id/editor_interface'

const parts = z.array(z.record(z.string(), z.unknown())).optional()

/** Only the controls are looked at; everything else is for the web app, and kept as it was sent. */
const editorInterfaceBody = z.strictObject({
  sys: ignoredSysSchema,
  controls: z.array(z.looseObject({ fieldId: z.string() })).default([]),
  sidebar: parts,
  editors: parts,
  editorLayout: parts,
  groupControls: parts,
})

/** How a content type's fields are edited; it is there once the type was published. */
export function registerEditorInterfaceRoutes(scope: FastifyInstance, { contentTypes, editorInterfaces }: Store): void {
  const existing = (id: string) => {
    const found = editorInterfaces.get(id)
    if (found) return found
    throw createNotFoundError('EditorInterface', id)
  }

  scope.get('/editor_interfaces', async ({ query }) => listResources(editorInterfaces, query, answerOf))

  scope.get<OfContentType>(PATH, async ({ params }) => answerOf(existing(params.id)))

  scope.put<OfContentType>(PATH, async ({ params: { id }, body, headers }) => {
    const found = existing(id)
    expectVersion(found, getSentVersion(headers))
    const { sys: _, ...sent } = parseManagementBody(editorInterfaceBody, body)
    const { controls } = sent
    const fields = new Set(contentTypes.get(id)?.draft.fields.map((field) => field.id))
    const strangers = controls.filter(({ fieldId }) => !fields.has(fieldId))
    if (strangers.length > 0) {
      throw createValidationError(
        strangers.map(({ fieldId }) => ({ name: 'unknown', path: ['controls'], value: fieldId })),
      )
    }
    return answerOf(editorInterfaces.save(id, sent))
  })
}

/** Publishing a content type makes its editor interface at version 1 (docs/contentful.md); later ones add what is new. */
export function updateEditorInterface({ editorInterfaces }: Store, { id, fields }: ContentTypeDefinition): void {
  const found = editorInterfaces.get(id)
  const before = found?.draft.controls ?? []
  const controls = fields.map((field) => before.find(({ fieldId }) => fieldId === field.id) ?? { fieldId: field.id })
  if (!found) editorInterfaces.create(id, { controls })
  else if (controls.length !== before.length || controls.some((control) => !before.includes(control))) {
    editorInterfaces.save(id, { ...found.draft, controls })
  }
}

const answerOf = ({ id, version, createdAt, updatedAt, draft }: StoredResource<EditorInterface>) => ({
  sys: {
    ...LOCAL_SPACE_SYS,
    type: 'EditorInterface',
    id: 'default',
    version,
    createdAt,
    updatedAt,
    contentType: { sys: { type: 'Link', linkType: 'ContentType', id } },
  },
  ...draft,
})

import * as z from 'zod'
import { createValidationError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import type { EditorInterface, Store } from '#local/store/store.ts'
import { ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { createResourceService } from './resource-service.ts'

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

/** Editor interfaces. One exists once its content type was published. */
export const createEditorInterfaceService = ({ editorInterfaces, contentTypes, locationSys }: Store) =>
  createResourceService<EditorInterface>({
    type: 'EditorInterface',
    path: '/editor_interfaces',
    itemPath: '/content_types/:id/editor_interface',
    can: [],
    locationSys,
    table: editorInterfaces,
    parse: ({ id, body }) => {
      const { sys: _, ...editorInterface } = parseManagementBody(editorInterfaceBodySchema, body)
      const fields = contentTypes.get(id)?.draft.fields ?? []
      const errors = editorInterface.controls
        .filter(({ fieldId }) => !fields.some((field) => field.id === fieldId))
        .map(({ fieldId }) => ({ name: 'unknown', path: ['controls'], value: fieldId }))
      if (errors.length > 0) throw createValidationError(errors)
      return editorInterface
    },
    getSys: ({ id }) => ({ id: 'default', contentType: createResourceLink('ContentType', id) }),
  })

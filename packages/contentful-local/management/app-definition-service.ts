import * as z from 'zod'
import { frameableUrlSchema } from '#local/http/loopback-requests.ts'
import { createBodySchema, parseManagementBody } from '#local/http/parse-request.ts'
import type { ResourceTable } from '#local/store/resource-table.ts'
import type { AppDefinition } from '#local/store/space-definitions.ts'
import { createResourceService, LOCAL_ORGANIZATION_LINK } from './resource-service.ts'

const locationSchema = z
  .looseObject({
    /** The locations of the web app (contentful-management, app-definition.ts). */
    location: z.enum([
      'app-config',
      'entry-sidebar',
      'entry-editor',
      'entry-field',
      'dialog',
      'home',
      'page',
      'experience-toolbar',
    ]),
    /** Required for `entry-field`. */
    fieldTypes: z.array(z.looseObject({ type: z.string() })).optional(),
  })
  .refine(({ location, fieldTypes }) => location !== 'entry-field' || fieldTypes, {
    path: ['fieldTypes'],
    error: 'The location entry-field needs the types of its fields',
  })

const parametersSchema = z
  .array(z.looseObject({ id: z.string().min(1), type: z.string(), required: z.boolean().optional() }))
  .optional()

/** Locations, field types and parameters are stored as sent: the web app interprets them. */
const appDefinitionSchema = createBodySchema({
  name: z.string().trim().min(1).max(256),
  src: frameableUrlSchema.optional(),
  locations: z.array(locationSchema).optional(),
  parameters: z.strictObject({ instance: parametersSchema, installation: parametersSchema }).optional(),
})

/** App definitions. They belong to the organization. `remove` deletes one with its installations. */
export const createAppDefinitionService = (table: ResourceTable<AppDefinition>, remove: (id: string) => void) =>
  createResourceService<AppDefinition>({
    path: '/app_definitions',
    can: ['create', 'delete'],
    table,
    isOfOrganization: true,
    parse: ({ body }) => parseManagementBody(appDefinitionSchema, body),
    remove: ({ id }) => remove(id),
    getSys: () => ({ organization: LOCAL_ORGANIZATION_LINK, shared: false }),
  })

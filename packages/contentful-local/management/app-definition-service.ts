import * as z from 'zod'
import { FRAMEABLE_URL_MESSAGE, isFrameableUrl } from '#local/http/loopback-requests.ts'
import type { ResourceTable } from '#local/store/resource-table.ts'
import { ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { createResourceService, LOCAL_ORGANIZATION_LINK } from './resource-service.ts'

/** The locations of the web app (contentful-management, app-definition.ts). */
const LOCATIONS = [
  'app-config',
  'entry-sidebar',
  'entry-editor',
  'entry-field',
  'dialog',
  'home',
  'page',
  'experience-toolbar',
] as const

const locationSchema = z
  .looseObject({
    location: z.enum(LOCATIONS),
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
const appDefinitionBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  name: z.string().trim().min(1).max(256),
  src: z.string().refine(isFrameableUrl, FRAMEABLE_URL_MESSAGE).optional(),
  locations: z.array(locationSchema).optional(),
  parameters: z.strictObject({ instance: parametersSchema, installation: parametersSchema }).optional(),
})

/** An app: the URL of its page, and where the web app shows it. */
export type AppDefinition = Omit<z.output<typeof appDefinitionBodySchema>, 'sys'>

interface AppDefinitionStore {
  readonly appDefinitions: ResourceTable<AppDefinition>
  /** Deletes an app definition with its installations. */
  readonly removeAppDefinition: (id: string) => void
}

/** App definitions. They belong to the organization. */
export const createAppDefinitionService = ({ appDefinitions, removeAppDefinition }: AppDefinitionStore) =>
  createResourceService<AppDefinition>({
    type: 'AppDefinition',
    path: '/app_definitions',
    can: ['create', 'delete'],
    locationSys: {},
    table: appDefinitions,
    parse: ({ body }) => {
      const { sys: _, ...definition } = parseManagementBody(appDefinitionBodySchema, body)
      return definition
    },
    remove: ({ id }) => removeAppDefinition(id),
    getSys: () => ({ organization: LOCAL_ORGANIZATION_LINK, shared: false }),
  })

import * as z from 'zod'
import { FRAMEABLE_URL_MESSAGE, isFrameableUrl } from '#local/http/loopback-requests.ts'
import type { ResourceTable } from '#local/store/resource-table.ts'
import { ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { createResourceService, LOCAL_ORGANIZATION_LINK } from './resource-service.ts'

const linkTypeSchema = z.strictObject({ type: z.literal('Link'), linkType: z.enum(['Asset', 'Entry']) })
const resourceLinkTypeSchema = z.strictObject({ type: z.literal('ResourceLink'), linkType: z.string().min(1) })

/** The field types of contentful-management (lib/entities/field-type.ts). */
const fieldTypeSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['Symbol', 'Text', 'RichText', 'Integer', 'Number', 'Date', 'Boolean', 'Object', 'Location']),
  }),
  linkTypeSchema,
  resourceLinkTypeSchema,
  z.strictObject({
    type: z.literal('Array'),
    items: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('Symbol') }),
      linkTypeSchema,
      resourceLinkTypeSchema,
    ]),
  }),
])

/** Locations without settings. `agent` is only for apps of Contentful itself (contentful-management, app-definition.ts). */
const SIMPLE_LOCATIONS = [
  'app-config',
  'entry-sidebar',
  'entry-editor',
  'dialog',
  'home',
  'experience-toolbar',
] as const

const navigationItemSchema = z.strictObject({
  name: z.string().min(1).max(40),
  path: z.string().regex(/^\//, 'Must start with /'),
})

const locationSchema = z.discriminatedUnion(
  'location',
  [
    z.strictObject({ location: z.enum(SIMPLE_LOCATIONS) }),
    z.strictObject({ location: z.literal('page'), navigationItem: navigationItemSchema.optional() }),
    z.strictObject({ location: z.literal('entry-field'), fieldTypes: z.array(fieldTypeSchema).min(1) }),
  ],
  { error: `Must have a location: ${SIMPLE_LOCATIONS.join(', ')}, page or entry-field` },
)

const INSTANCE_PARAMETER_TYPES = ['Boolean', 'Symbol', 'Number', 'Enum'] as const

/** The declaration of a parameter. */
const createParameterSchema = <Type extends string>(types: readonly Type[]) =>
  z
    .strictObject({
      id: z.string().regex(/^[a-zA-Z]\w*$/),
      name: z.string().min(1),
      description: z.string().optional(),
      type: z.enum(types),
      required: z.boolean().optional(),
      default: z.union([z.boolean(), z.string(), z.number()]).optional(),
      options: z.array(z.union([z.string(), z.record(z.string(), z.string())])).optional(),
      labels: z.strictObject({ empty: z.string(), true: z.string(), false: z.string() }).partial().optional(),
    })
    .refine(({ type, options }) => (type === 'Enum') === (options !== undefined), {
      path: ['options'],
      error: 'A parameter of type Enum needs options, and no other may have them',
    })

const hasUniqueIds = (items: readonly { readonly id: string }[]) =>
  new Set(items.map(({ id }) => id)).size === items.length

const createParametersSchema = <Type extends string>(types: readonly Type[]) =>
  z.array(createParameterSchema(types)).refine(hasUniqueIds, 'Two parameters have the same id').optional()

const appDefinitionBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  name: z.string().trim().min(1).max(256),
  src: z.string().refine(isFrameableUrl, FRAMEABLE_URL_MESSAGE).optional(),
  locations: z.array(locationSchema).optional(),
  parameters: z
    .strictObject({
      instance: createParametersSchema(INSTANCE_PARAMETER_TYPES),
      installation: createParametersSchema([...INSTANCE_PARAMETER_TYPES, 'Secret']),
    })
    .optional(),
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

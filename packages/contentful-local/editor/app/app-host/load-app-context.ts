import * as z from 'zod/mini'
import { createPageSchema, identifiedSchema } from '#local/editor/app/api-schemas.ts'
import { currentPage, requestManagementApi } from '#local/editor/app/management-client.ts'
import type { AppContext } from './connect-message.ts'

const resourceSchema = z.looseObject({ sys: z.looseObject({ id: z.string() }) })
const userSchema = z.extend(resourceSchema, {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  avatarUrl: z.string(),
})
const localeSchema = z.object({
  code: z.string(),
  name: z.string(),
  default: z.boolean(),
  fallbackCode: z.nullable(z.string()),
  optional: z.boolean(),
})
const contentTypeSchema = z.extend(resourceSchema, {
  fields: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      localized: z.optional(z.boolean()),
      required: z.optional(z.boolean()),
      validations: z.optional(z.array(z.unknown())),
    }),
  ),
})
const spaceSchema = z.object({ sys: z.object({ id: z.string(), organization: z.optional(identifiedSchema) }) })
const environmentSchema = z.object({
  sys: z.object({ id: z.string(), aliasedEnvironment: z.optional(identifiedSchema) }),
})

/** Id of the organization, for a space that names none. */
const LOCAL_ORGANIZATION_ID = 'local'

let loading: Promise<AppContext> | undefined

/** Loads what the App SDK knows of space, environment and user. It is kept for all frames of the page. */
export function loadAppContext(): Promise<AppContext> {
  loading ??= fetchAppContext().catch((error) => {
    loading = undefined // the next call requests it again
    throw error
  })
  return loading
}

async function fetchAppContext(): Promise<AppContext> {
  const [user, locales, contentTypes, space, environment] = await Promise.all([
    requestManagementApi('/users/me', userSchema),
    requestManagementApi('locales?limit=1000', createPageSchema(localeSchema)),
    requestManagementApi('content_types?limit=1000', createPageSchema(contentTypeSchema)),
    requestManagementApi(currentPage.spacePath, spaceSchema),
    requestManagementApi(currentPage.environmentPath, environmentSchema),
  ])
  const { id: environmentId, aliasedEnvironment } = environment.sys
  return {
    user,
    locales: locales.items,
    contentTypes: contentTypes.items,
    host: location.host,
    ids: {
      user: user.sys.id,
      organization: space.sys.organization?.sys.id ?? LOCAL_ORGANIZATION_ID,
      space: space.sys.id,
      environment: aliasedEnvironment?.sys.id ?? environmentId,
      ...(aliasedEnvironment && { environmentAlias: environmentId }),
    },
  }
}

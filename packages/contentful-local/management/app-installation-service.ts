import * as z from 'zod'
import { createValidationError, expectExisting } from '#local/engine/rest-error.ts'
import { createBodySchema, parseManagementBody } from '#local/http/parse-request.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { createLink } from '#local/shared/links.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import type { AppInstallation, Store } from '#local/store/store.ts'
import { listResources } from './list-resources.ts'
import { createResourceService, LOCAL_ORGANIZATION_LINK } from './resource-service.ts'

/** Characters of the parameters as JSON (contentful-management, app-installation.ts). */
const MAX_PARAMETERS_LENGTH = 32_000

const appInstallationSchema = createBodySchema({
  parameters: z
    .record(z.string(), z.unknown())
    .refine((parameters) => JSON.stringify(parameters).length <= MAX_PARAMETERS_LENGTH, {
      error: `The parameters have at most ${MAX_PARAMETERS_LENGTH} characters as JSON`,
    })
    .optional(),
})

/**
 * App installations of an environment. The id of one is that of its app definition. They have no version, and a save
 * replaces all parameters (docs/contentful.md, Apps).
 */
export function createAppInstallationService(space: SpaceStore, { appInstallations }: Store) {
  return createResourceService<AppInstallation>({
    path: '/app_installations',
    can: ['upsert', 'delete'],
    table: appInstallations,
    isVersioned: false,
    /** Throws 404 if there is no such app definition, and 422 if a required parameter is missing. */
    parse: ({ id, body }) => {
      const { draft } = expectExisting(space.appDefinitions.get(id), 'AppDefinition', id)
      const { parameters } = parseManagementBody(appInstallationSchema, body ?? {})
      if (!parameters) return {}
      const errors = (draft.parameters?.installation ?? [])
        .filter((parameter) => parameter.required && !(parameter.id in parameters))
        .map((parameter) => ({
          name: 'required',
          path: ['parameters', parameter.id],
          details: `The property "${parameter.id}" is required here`,
        }))
      if (errors.length > 0) throw createValidationError(errors)
      return { parameters }
    },
    list: (query, toResponse) => {
      const page = listResources(appInstallations, query, toResponse)
      const definitions = space.appDefinitions.getMany(getValuesAt(page.items, ['sys', 'id']).map(String))
      /** The app definitions of installations, without versions. */
      const include = (type: string) =>
        definitions.map(({ id, draft }) => ({
          ...draft,
          sys: { type, id, organization: LOCAL_ORGANIZATION_LINK, shared: false },
        }))
      const includes = {
        AppDefinition: include('AppDefinition'),
        ResolvedAppDefinition: include('ResolvedAppDefinition'),
      }
      return { ...page, includes }
    },
    getSys: ({ id }) => ({
      appDefinition: createLink('AppDefinition', id),
      organization: LOCAL_ORGANIZATION_LINK,
    }),
  })
}

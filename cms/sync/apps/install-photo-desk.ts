import * as z from 'zod'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { matchesDesired } from '#cms/sync/resources/resource-type.ts'
import { createPhotoDeskDefinition, PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'
import { type AppChange, type AppChangeOptions, type AppSummary, applyAppChanges } from './app-changes.ts'
import { isAppControl, withWidgets } from './field-controls.ts'
import type { PhotoDeskInstallation } from './photo-desk-installation.ts'
import { planPreviewAddresses } from './preview-addresses.ts'

export interface InstallPhotoDeskOptions extends Omit<AppChangeOptions, 'src'> {
  /** The site whose server has the photo desk, for example `https://www.site.example`. */
  readonly siteUrl: string
  /** Lets the photo desk and Contentful’s editor link to the preview of the site. Default: their addresses stay. */
  readonly previewSecret?: string | undefined
}

export interface InstallSummary extends AppSummary {
  readonly appDefinitionId: string
  /** The address of the page that Contentful shows. */
  readonly src: string
}

/**
 * Installs the photo desk of a site in an environment: its app definition, its installation, and the controls of its
 * fields. With the preview secret also sets the preview addresses of the space. Writes only what differs, so that the next
 * run continues an interrupted one. Throws `UserError`.
 */
export async function installPhotoDesk({
  siteUrl,
  previewSecret,
  ...options
}: InstallPhotoDeskOptions): Promise<InstallSummary> {
  const site = parseSiteUrl(siteUrl)
  const definition = createPhotoDeskDefinition(site)
  const previewUrl = previewSecret && createPreviewUrl(site, previewSecret)
  const { src } = definition
  const app = { id: '' }
  const summary = await applyAppChanges({ ...options, src }, async (state, space) => {
    expectContentTypes(state)
    // A definition that does not exist yet is the control of no field.
    app.id = state.definition?.sys.id ?? ''
    return [
      ...planChanges(state, { definition, previewUrl, app, client: space.client }),
      ...(previewSecret ? await planPreviewAddresses(space, { siteUrl: site, secret: previewSecret }) : []),
    ]
  })
  return { ...summary, appDefinitionId: app.id, src }
}

/** Returns the URL of a site without a slash at its end. Throws `UserError` unless a frame in an https page can show it. */
export function parseSiteUrl(siteUrl: string): string {
  const url = URL.parse(siteUrl)
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && !url.search && !url.hash) return siteUrl.replace(/\/+$/, '')
  throw new UserError(
    `"${siteUrl}" cannot be the site of the photo desk: use an https address, such as https://www.your-site.com. http works for this machine only`,
  )
}

/** Returns the address that enters the preview. The photo desk replaces its path. */
const createPreviewUrl = (siteUrl: string, secret: string) =>
  `${siteUrl}/preview?${new URLSearchParams({ secret, path: '/' })}`

function expectContentTypes({ types }: PhotoDeskInstallation): void {
  const missing = types.flatMap(({ contentType, editorInterface }) => (editorInterface ? [] : [contentType.id]))
  if (missing.length === 0) return
  throw new UserError(
    `The space has no published content type ${missing.join(', ')}: seed it first (npm run cms -- seed)`,
  )
}

interface DesiredApp {
  readonly definition: ReturnType<typeof createPhotoDeskDefinition>
  /** The installation parameter; `undefined` if it stays as it is. */
  readonly previewUrl: string | undefined
  readonly client: SpaceClient['client']
  /** Gets the id of the app definition. */
  readonly app: { id: string }
}

/** Returns the changes: the app definition, then its installation, then the controls. */
function planChanges(
  { organizationId, definition, installation, types }: PhotoDeskInstallation,
  { client, app, ...desired }: DesiredApp,
): readonly AppChange[] {
  const { src } = desired.definition
  const parameters = parametersSchema.parse(installation?.parameters)

  async function writeDefinition() {
    if (definition) {
      const { bundle: _, ...current } = definition
      const params = { organizationId, appDefinitionId: app.id }
      await client.appDefinition.update(params, { ...current, ...desired.definition })
    } else app.id = (await client.appDefinition.create({ organizationId }, desired.definition)).sys.id
  }

  function install() {
    const { previewUrl } = desired
    const params = { appDefinitionId: app.id }
    return client.appInstallation.upsert(params, { parameters: { ...parameters, ...(previewUrl && { previewUrl }) } })
  }

  // An app definition with a bundle shows the bundle instead of the page.
  const isCurrent = definition && matchesDesired(definition, desired.definition) && definition.bundle === undefined
  const isPreviewSet = desired.previewUrl === undefined || parameters.previewUrl === desired.previewUrl
  const create = `create the app definition "${PHOTO_DESK_NAME}" with the page ${src}`
  const changePage = `change the page of the app definition to ${src}`
  return [
    ...(isCurrent ? [] : [{ text: definition ? changePage : create, write: writeDefinition }]),
    ...(installation && isPreviewSet
      ? []
      : [{ text: installation ? 'set the preview address of the app' : 'install the app', write: install }]),
    ...types.flatMap(({ contentType, fieldIds, editorInterface }) => {
      const otherIds = fieldIds.filter((fieldId) => !isAppControl(editorInterface, fieldId, definition?.sys.id))
      if (!editorInterface || otherIds.length === 0) return []
      const names = otherIds.map((fieldId) => `${contentType.id}.${fieldId}`)
      const write = () => {
        const widget = { widgetNamespace: 'app' as const, widgetId: app.id }
        const widgets = otherIds.map((fieldId) => ({ fieldId, ...widget }))
        const controls = withWidgets(editorInterface.controls ?? [], widgets)
        return client.editorInterface.update({ contentTypeId: contentType.id }, { ...editorInterface, controls })
      }
      return [{ text: `make the app the control of ${names.join(' and ')}`, write }]
    }),
  ]
}

/** Parameters of any type, or none. */
const parametersSchema = z.looseObject({ previewUrl: z.unknown() }).partial().catch({})

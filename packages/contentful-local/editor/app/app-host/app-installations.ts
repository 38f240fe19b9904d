import type { Identified } from '#local/editor/app/api/api-types.ts'

interface AppLocation {
  readonly location: string
  readonly navigationItem?: { readonly name: string; readonly path: string } | null
}

interface ResolvedAppDefinition extends Identified {
  readonly name: string
  readonly src?: string | undefined
  readonly locations?: readonly AppLocation[]
}

/** The installations of an environment, with the definitions of the apps. */
export interface AppInstallations {
  readonly items: readonly {
    readonly sys: { readonly appDefinition: Identified }
    readonly parameters?: Readonly<Record<string, unknown>>
  }[]
  readonly includes?: { readonly ResolvedAppDefinition?: readonly ResolvedAppDefinition[] }
}

/** Returns the apps of installations. Those without a definition or a `src` cannot be shown, and are left out. */
export function toInstalledApps({ items, includes }: AppInstallations) {
  const definitions = new Map(includes?.ResolvedAppDefinition?.map((definition) => [definition.sys.id, definition]))
  return items.flatMap(({ sys, parameters = {} }) => {
    const { id } = sys.appDefinition.sys
    const { name = id, src, locations = [] } = definitions.get(id) ?? {}
    return src ? [{ id, name, src, locations, parameters }] : []
  })
}

/** An app that is installed in the environment: `src` is the URL of the page that is shown in the frame. */
export type InstalledApp = ReturnType<typeof toInstalledApps>[number]

/** Returns why an app cannot be shown in a location of the editor; `undefined` if it can. */
export function findAppProblem(
  app: InstalledApp | undefined,
  locationName: string,
  editorOrigin: string,
): string | undefined {
  if (!app) return 'it is not installed.'
  if (!app.locations.some(({ location }) => location === locationName)) return `it has no location ${locationName}.`
  const { src } = app
  const url = URL.parse(src)
  // The editor's Content-Security-Policy allows frames of this machine only.
  if (url?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(url.hostname))
    return `its address ${src} is not on this machine. Install it with an address that starts with http://127.0.0.1.`
  // The app could read the token in the editor's page.
  if (url.origin === editorOrigin)
    return `its address ${src} is that of the local Contentful. Serve it on another port, and install it with that address.`
  return undefined
}

import * as z from 'zod/mini'
import { identifiedSchema } from '#local/editor/app/api-schemas.ts'

const locationSchema = z.object({
  location: z.string(),
  navigationItem: z.nullish(z.object({ name: z.string(), path: z.string() })),
})

const definitionSchema = z.extend(identifiedSchema, {
  name: z.string(),
  src: z.nullish(z.string()),
  locations: z.nullish(z.array(locationSchema)),
})

/** The installations of an environment, with the definitions of the apps. */
export const installationsSchema = z.object({
  items: z.array(
    z.object({
      sys: z.object({ appDefinition: identifiedSchema }),
      parameters: z.nullish(z.record(z.string(), z.unknown())),
    }),
  ),
  includes: z.optional(z.object({ ResolvedAppDefinition: z.optional(z.array(definitionSchema)) })),
})

/** Returns the apps of installations. Those without a definition or a `src` cannot be shown, and are left out. */
export function toInstalledApps({ items, includes }: z.output<typeof installationsSchema>) {
  const definitions = new Map(includes?.ResolvedAppDefinition?.map((definition) => [definition.sys.id, definition]))
  return items.flatMap(({ sys, parameters }) => {
    const { id } = sys.appDefinition.sys
    const { name = id, src, locations } = definitions.get(id) ?? {}
    return src ? [{ id, name, src, locations: locations ?? [], parameters: parameters ?? {} }] : []
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

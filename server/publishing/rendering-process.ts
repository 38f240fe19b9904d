import { parseContentEndpoint } from '#server/config/content-endpoint.ts'
import { prerenderPages } from '#server/rendering/prerender-pages.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import { withBuildLock } from './build-lock.ts'
import { runRenderingProcess } from './render-site.ts'

/** Renders the pages of a build that may be served at the same time. */
await runRenderingProcess(({ lockFolder, ...build }) => {
  const render = async () => prerenderPages({ ...build, cms: parseContentEndpoint(process.env) })
  return withBuildLock(build.outDir, render, lockFolder).catch((error) => [
    { what: 'the pages', reason: getErrorMessage(error) }, // existing pages stay
  ])
})

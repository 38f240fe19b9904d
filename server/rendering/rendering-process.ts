import { getErrorMessage } from '#shared/user-error.ts'
import { withBuildLock } from './build-lock.ts'
import { prerenderPages } from './prerender-pages.ts'
import { runRenderingProcess } from './run-rendering-process.ts'

/** Renders the pages of a build that may be served at the same time. */
await runRenderingProcess((request) =>
  withBuildLock(request.outDir, () => prerenderPages(request), request.lockFolder).catch((error) => [
    { what: 'the pages', reason: getErrorMessage(error) }, // existing pages stay
  ]),
)

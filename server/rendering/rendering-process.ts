import { withBuildLock } from './build-lock.ts'
import { prerenderPages } from './prerender-pages.ts'
import { runRenderingProcess } from './run-rendering-process.ts'

/** Renders the pages of a build that may be served at the same time. */
await runRenderingProcess((request) =>
  withBuildLock(request.outDir, () => prerenderPages(request)).catch((error) => [
    { what: 'the pages', reason: error instanceof Error ? error.message : String(error) }, // existing pages stay
  ]),
)

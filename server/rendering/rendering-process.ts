import { getErrorMessage } from '#shared/user-error.ts'
import { withBuildLock } from './build-lock.ts'
import { prerenderPages } from './prerender-pages.ts'
import { runRenderingProcess } from './run-rendering-process.ts'

/** ms to wait for another server that renders the same release, as while a new version is tried; that takes seconds. */
const LOCK_WAIT_MS = 30_000

/** Renders the pages of a build that may be served at the same time. */
await runRenderingProcess((request) =>
  withBuildLock(request.outDir, () => prerenderPages(request), {
    lockFolder: request.lockFolder,
    waitMs: LOCK_WAIT_MS,
  }).catch((error) => [
    { what: 'the pages', reason: getErrorMessage(error) }, // existing pages stay
  ]),
)

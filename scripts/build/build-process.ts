import { withBuildLock } from '#server/publishing/build-lock.ts'
import { runRenderingProcess } from '#server/publishing/render-site.ts'
import { buildSite } from './build-site.ts'

/** Builds the whole site for `npm start` in a child process, which frees the memory of the build. */
await runRenderingProcess((request) =>
  withBuildLock(request.outDir, () => buildSite({ ...request, derivatives: 'on-demand' })),
)

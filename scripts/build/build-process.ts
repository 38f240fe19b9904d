import { runRenderingProcess } from '#server/rendering/run-rendering-process.ts'
import { buildSite } from './build-site.ts'

/** Builds the whole site for `npm start` in a child process, which frees the memory of the build. */
await runRenderingProcess((request) => buildSite({ ...request, derivatives: 'on-demand' }))

import { runSiteCommand } from './run/serve.ts'

/** Serves the site from its sources, with hot reload and the same content as `npm start`. */
await runSiteCommand(async () => (await import('./run/dev-site.ts')).startDevServer)

import { serve } from './run/serve.ts'

/** Serves the site from its sources, with hot reload and the same content as `npm start`. */
await serve(async () => (await import('./run/dev-site.ts')).startDevSite)

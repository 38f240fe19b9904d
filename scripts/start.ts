import { runSiteCommand } from './dev/site-command.ts'

/** `npm start`: builds, prerenders and serves the site, with a local Contentful unless a real space is configured. */
await runSiteCommand(async () => (await import('./dev/local-site.ts')).startLocalSite)

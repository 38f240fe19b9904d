import { runSiteCommand } from './dev/site-command.ts'

/** Serves the site as visitors get it: built, prerendered, with a Contentful on this machine unless a real space is configured. */
await runSiteCommand(async () => (await import('./dev/local-site.ts')).startLocalSite)

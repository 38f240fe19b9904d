import { runSiteCommand } from './site-command.ts'

/** The process of the development server, which scripts/dev.ts starts. */
await runSiteCommand(async () => (await import('./dev-server.ts')).startDevServer)

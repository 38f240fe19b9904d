import { runSiteCommand } from './dev/site-command.ts'

/** `npm run dev`: serves the site from its sources with hot reload and the same content as `npm start`. */
await runSiteCommand(async () => {
  console.log('Starting the development server …')
  return (await import('./dev/dev-server.ts')).startDevServer
})

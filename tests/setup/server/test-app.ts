import { type AppOptions, createApp } from '#server/app.ts'

/** Starts the application on a free port of this machine, or on the given one. */
export async function startTestApp(options: AppOptions, port = 0) {
  const app = createApp(options)
  const url = await app.listen({ port, host: '127.0.0.1' })
  return { app, url, close: () => app.close() }
}

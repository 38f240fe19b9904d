import { relative } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

/** Modules whose values styles are computed from. */
const STYLE_SOURCES = /^src\/(theme\/.+|settings\.ts$)/

/**
 * Starts Vite again after a change of the theme; open pages then reload. linaria's compiler keeps the values of modules
 * that styles import, and notices a change in the first importer only: a new compiler computes all styles anew.
 */
export const themePlugin = (): Plugin => ({
  name: 'theme',
  hotUpdate: {
    order: 'post', // the other plugins would send updates of modules that the new server compiles anew
    async handler({ file, server, read }) {
      if (!STYLE_SOURCES.test(relative(server.config.root, file).replaceAll('\\', '/'))) return
      await transformWithOxc(await read(), file) // a syntax error is shown here with its place, not in each component
      if (this.environment.name === 'client') server.restart()
      return []
    },
  },
})

import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import wyw from '@wyw-in-js/vite'
import { defineConfig, loadEnv } from 'vite'
import { repeatSuperseded } from './scripts/build/repeat-superseded.ts'
import { ROUTER_CONFIG } from './scripts/build/router-config.ts'
import { seedContentPlugin } from './scripts/build/seed-content-plugin.ts'
import { parsePublicEnv } from './server/config/public-env.ts'

/** The default features of linaria's compiler without `happyDOM`: no style needs a DOM, and loading it takes a second. */
const LINARIA_FEATURES = {
  dangerousCodeRemover: true,
  globalCache: true,
  happyDOM: false,
  softErrors: false,
  useWeakRefInEval: true,
}

export default defineConfig(({ mode }) => {
  parsePublicEnv(loadEnv(mode, process.cwd()))
  return {
    plugins: [
      tanstackRouter(ROUTER_CONFIG),
      repeatSuperseded(wyw({ prefixer: false, features: LINARIA_FEATURES })),
      react(),
      seedContentPlugin(),
    ],
    build: {
      manifest: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { pluginTimings: false }, // linaria evaluates styles at build time and is expected to be slow
        output: {
          codeSplitting: {
            groups: [
              // The libraries of every page and of forms, which src/start-script.ts executes one by one.
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|scheduler)\/|src\/react-root\.ts/,
                tags: ['$initial'],
              },
              { name: 'router', test: /node_modules\/@tanstack\//, tags: ['$initial'] },
              // Otherwise in two chunks, because one page has a hero without a video.
              { name: 'hero', test: /src\/(components\/(video-hero|hero|use-hero-video)|layout\/page-hero)/ },
              { name: 'form', test: /node_modules\/(react-hook-form|@hookform)\// },
              // Keeps what every page needs in one chunk. Without this the editors' preview splits it into five.
              { name: 'initial', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  }
})

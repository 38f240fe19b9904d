import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { parsePublicEnv } from './scripts/build/public-env.ts'
import { ROUTER_CONFIG } from './scripts/build/router-config.ts'
import { linariaPlugin } from './scripts/dev/plugins/linaria-plugin.ts'

export default defineConfig(({ mode }) => {
  parsePublicEnv(loadEnv(mode, process.cwd()))
  return {
    plugins: [tanstackRouter(ROUTER_CONFIG), linariaPlugin(), react()],
    build: {
      manifest: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { pluginTimings: false }, // linaria evaluates styles: it takes its time
        // What every page needs is one file, whatever else needs parts of it: the editors' preview cut it into five.
        output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } },
      },
    },
  }
})

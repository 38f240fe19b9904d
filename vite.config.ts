import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import wyw from '@wyw-in-js/vite'
import { defineConfig, loadEnv } from 'vite'
import { ROUTER_CONFIG } from './scripts/router-config.ts'
import { checkedPublicEnv } from './scripts/run/public-env.ts'

export default defineConfig(({ mode }) => {
  checkedPublicEnv(loadEnv(mode, process.cwd()))
  return {
    plugins: [
      tanstackRouter(ROUTER_CONFIG),
      // No `include`: with one, no style is extracted and nothing says so. Not under vitest: it keeps the run from ending; linaria mocks its tags there.
      process.env.VITEST ? [] : wyw({ prefixer: false }),
      react(),
    ],
    build: {
      manifest: true,
      assetsInlineLimit: 0,
      rolldownOptions: { checks: { pluginTimings: false } }, // linaria evaluates styles: it takes its time
    },
  }
})

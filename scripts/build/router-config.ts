/** The file-based router's settings: for the build (vite.config.ts) and for scripts/build/generate-files.ts. */
export const ROUTER_CONFIG = {
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: './src/routes',
  generatedRouteTree: './src/route-tree.gen.ts',
  quoteStyle: 'single',
  disableLogging: true,
} as const

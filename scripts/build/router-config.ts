/** Options of TanStack's file-based router, for the Vite plugin (vite.config.ts) and the generator (generate-files.ts). */
export const ROUTER_CONFIG = {
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: './src/routes',
  generatedRouteTree: './src/route-tree.gen.ts',
  quoteStyle: 'single',
  disableLogging: true,
} as const

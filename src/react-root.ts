import { createRoot as createReactRoot, hydrateRoot as hydrateReactRoot } from 'react-dom/client'

// React DOM is a CommonJS module, which the bundler executes where it is first used. This module is in the chunk of React
// (vite.config.ts), so that React DOM is executed with that chunk and not in the task of the entry.

/** React's `createRoot`. */
export const createRoot = createReactRoot

/** React's `hydrateRoot`. */
export const hydrateRoot = hydrateReactRoot

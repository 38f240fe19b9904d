import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { KnownAppSDK } from '@contentful/app-sdk'
import { vi } from 'vitest'
import { type AppMethodHandlers, createAppHost } from '#local/editor/app/app-host/create-app-host.ts'

/** Origin of the app in tests. */
export const APP_ORIGIN = 'http://127.0.0.1:5173'

const bundlePath = createRequire(import.meta.url).resolve('@contentful/app-sdk')

type Listener = (event: { readonly data: unknown }) => void

interface ConnectOptions {
  readonly createConnectMessage: () => object
  readonly handlers: AppMethodHandlers
}

/**
 * Connects the official App SDK to a host, for tests. The SDK runs in a page that has only what it uses, without a browser.
 * `posted` contains the messages of the host.
 */
export async function connectSdk<Sdk extends KnownAppSDK>({ createConnectMessage, handlers }: ConnectOptions) {
  const listeners = new Set<Listener>()
  const posted: { readonly message: unknown; readonly targetOrigin: string }[] = []
  const frameWindow = {
    postMessage: (message: unknown, targetOrigin: string) => {
      posted.push({ message, targetOrigin })
      const data = structuredClone(message)
      // As in a browser: the SDK would miss a response that arrives before its call returns.
      setImmediate(() => {
        for (const listener of listeners) listener({ data })
      })
    },
  }
  const onConnect = vi.fn()
  const host = createAppHost({
    origin: APP_ORIGIN,
    getFrameWindow: () => frameWindow,
    createConnectMessage,
    getHandlers: () => handlers,
    onConnect,
  })
  const receive = (data: unknown) => host.receive({ source: frameWindow, origin: APP_ORIGIN, data })
  class Observer {
    observe() {}
    disconnect() {}
  }
  const page = {
    addEventListener: (_: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
    document: { addEventListener: () => {}, documentElement: { getBoundingClientRect: () => ({ height: 120 }) } },
    parent: { postMessage: (message: unknown) => receive(structuredClone(message)) },
    MutationObserver: Observer,
    ResizeObserver: Observer,
    window: {},
    top: {},
  }
  const exports: Partial<typeof import('@contentful/app-sdk')> = {}
  const parameters = ['exports', 'module', 'require', 'globalThis']
  compileFunction(await readFile(bundlePath, 'utf8'), parameters)(exports, {}, createRequire(bundlePath), page)
  const sdk = await new Promise<Sdk>((resolve) => exports.init?.<Sdk>(resolve, { supressIframeWarning: true }))
  return { sdk, host, posted, receive, frameWindow, onConnect }
}

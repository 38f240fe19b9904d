import * as z from 'zod/mini'

/** Handles the calls of a method. Its result is sent to the app; a thrown error rejects the app's call. */
export type AppMethodHandler = (parameters: readonly unknown[]) => unknown
export type AppMethodHandlers = Readonly<Record<string, AppMethodHandler>>

interface AppHostOptions {
  /** Origin of the app's URL. Messages of others are ignored, and no other origin can read the host's. */
  readonly origin: string
  readonly getFrameWindow: () => { postMessage(message: unknown, targetOrigin: string): void } | null | undefined
  /** Returns the first message, which the App SDK creates its objects from, without its id. */
  readonly createConnectMessage: () => object
  readonly getHandlers: () => AppMethodHandlers
  /** Called when the app asks to connect; again after its frame has loaded again. */
  readonly onConnect?: () => void
}

const initSchema = z.object({ method: z.literal('init') })
const callSchema = z.object({
  source: z.string(),
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()),
})

export type AppHost = ReturnType<typeof createAppHost>

/** Creates the host's side of the App SDK's channel: it connects an app in a frame, and answers its calls. */
export function createAppHost(options: AppHostOptions) {
  const { origin, getFrameWindow, createConnectMessage, getHandlers, onConnect } = options
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-') // `randomUUID` is on https and loopback pages only
  let isConnected = false

  const post = (message: object) => getFrameWindow()?.postMessage(message, origin)
  const connect = () => {
    isConnected = true
    post({ method: 'connect', params: [{ ...createConnectMessage(), id }, []] }) // no messages precede this one
    onConnect?.()
  }
  const answer = async ({ id: callId, method, params }: z.output<typeof callSchema>) => {
    try {
      const handlers = getHandlers()
      const handle = Object.hasOwn(handlers, method) ? handlers[method] : undefined
      if (!handle) throw new Error(`${method} is not supported by the local Contentful`)
      post({ id: callId, result: await handle(params) })
    } catch (error) {
      post({ id: callId, error: toErrorData(error) })
    }
  }

  return {
    /** Handles a message event of the window. Messages of other windows, and those that no App SDK sends, are ignored. */
    receive: async (event: { readonly source: unknown; readonly origin: string; readonly data: unknown }) => {
      if (event.source !== getFrameWindow() || event.origin !== origin) return
      if (initSchema.safeParse(event.data).success) return connect()
      const call = callSchema.safeParse(event.data).data
      if (isConnected && call?.source === id) await answer(call)
    },
    /** Sends an event. Before the app is connected there is nothing to send: the connect message contains the state. */
    send: (method: string, ...params: readonly unknown[]): void => {
      if (isConnected) post({ method, params })
    },
  }
}

/**
 * Returns an error as an object. The structured clone of an `Error` loses its name, which says why the management API has
 * rejected a request. `code` is the same; apps of Contentful's web app read it.
 */
function toErrorData(error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message, code: name }
}

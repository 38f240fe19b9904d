import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { StatusContext } from '#local/editor/app/components/status-context.ts'
import { useWindowEvent } from '#local/editor/app/components/use-window-event.ts'
import { createSharedMethods } from './app-messages.ts'
import { sendCmaRequest } from './cma-requests.ts'
import { type AppMethodHandlers, createAppHost } from './create-app-host.ts'
import type { InstalledApp } from './installed-apps.ts'

/** Time in ms after which an app that has not connected is reported. */
const CONNECT_TIMEOUT_MS = 10_000

interface AppFrameOptions {
  readonly app: InstalledApp
  /** Accessible name of the frame. */
  readonly title: string
  readonly createConnectMessage: () => object
  /** Methods of the location, besides those of all locations. */
  readonly methods?: AppMethodHandlers
  /** Called after each request of the management API that has succeeded. */
  readonly onCmaRequest?: Parameters<typeof sendCmaRequest>[1]
}

/**
 * Shows an app in a frame, with the host's side of the App SDK. Returns the frame, a note that appears if the app does not
 * connect in time, whether it is late (it can still connect), and a function that sends an event to the app.
 */
export function useAppFrame(options: AppFrameOptions) {
  const { app, title } = options
  const frameRef = useRef<HTMLIFrameElement>(null)
  const [status, setStatus] = useState<'connecting' | 'late' | 'connected'>('connecting')
  const [height, setHeight] = useState<number>()
  const showStatus = use(StatusContext)

  // The host is created once. It reads the options of the last render.
  const getOptions = useEffectEvent(() => options)
  const [host] = useState(() => {
    const sharedMethods = createSharedMethods(showStatus, setHeight)
    const CMAAdapterCall = ([request]: readonly unknown[]) =>
      sendCmaRequest(request, (sent) => getOptions().onCmaRequest?.(sent))
    return createAppHost({
      origin: new URL(app.src).origin,
      getFrameWindow: () => frameRef.current?.contentWindow,
      createConnectMessage: () => getOptions().createConnectMessage(),
      getHandlers: () => ({ ...sharedMethods, ...getOptions().methods, CMAAdapterCall }),
      onConnect: () => setStatus('connected'),
    })
  })
  useWindowEvent('message', host.receive)
  useEffect(() => {
    const timer = setTimeout(() => setStatus((value) => (value === 'connecting' ? 'late' : value)), CONNECT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])

  const frame = (
    <iframe
      ref={frameRef}
      className="app"
      src={app.src}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
      allow="clipboard-read; clipboard-write"
      style={{ height }}
    />
  )
  const isLate = status === 'late'
  const note = (
    <p className="bar problem" role="status" hidden={!isLate}>
      {isLate && `The app ${app.name} does not respond: check that its server at ${app.src} is running.`}
    </p>
  )
  return { frame, note, isLate, send: host.send }
}

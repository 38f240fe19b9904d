/** A browser with one page, controlled through a WebDriver protocol. */
export interface Session {
  /** For example "firefox 153.7.0". */
  readonly version: string
  /** False where the driver cannot set `prefers-reduced-motion`. */
  readonly canReduceMotion: boolean
  /** Loads a page and waits for its load event. */
  readonly navigate: (url: string) => Promise<void>
  /** Goes back one entry of the history. */
  readonly goBack: () => Promise<void>
  /** The value of a JavaScript expression in the page, which is a string or a promise of one. */
  readonly evaluate: (expression: string) => Promise<string>
  /** Keyboard and pointer input, in the format that WebDriver and WebDriver BiDi share. */
  readonly performActions: (sources: readonly InputSource[]) => Promise<void>
  /** A PNG of the viewport. */
  readonly takeScreenshot: () => Promise<Buffer>
  /** Errors in the console, uncaught exceptions and failed requests since the start. */
  readonly readProblems: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export interface SessionOptions {
  /** px, of the viewport. */
  readonly width: number
  readonly height: number
  /** Sets `prefers-reduced-motion: reduce`. */
  readonly reducedMotion: boolean
}

interface KeySource {
  readonly type: 'key'
  readonly id: string
  readonly actions: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[]
}

interface PointerSource {
  readonly type: 'pointer'
  readonly id: string
  readonly actions: readonly (
    | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
    | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number }
  )[]
}

export type InputSource = KeySource | PointerSource

/** A port on which nothing listens: as a proxy, it refuses every request to another host. */
export const REFUSING_PROXY = { host: '127.0.0.1', port: 9 } as const
